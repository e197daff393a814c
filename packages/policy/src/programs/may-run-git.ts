/** Whether a command line may run git, however that is written: its name may be quoted, or come out of an expansion. */
export function mayRunGit(line: string): boolean {
	return /g['"\\]*i['"\\]*t|[$`*?{[]/.test(line);
}
