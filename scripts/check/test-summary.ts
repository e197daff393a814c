/** How many tests passed and failed, from what `bun test` prints at its end. */
export function readTestSummary(report: string, exitCode: number): { passed: number; failed: number } {
	const lines = report.replace(/\x1b\[[0-9;]*m/g, "");
	const count = (word: string) => Number(new RegExp(`^\\s*(\\d+) ${word}s?$`, "m").exec(lines)?.[1] ?? 0);
	// An error outside any test is counted by neither; a run that broke off has no counts at all.
	const failed = count("fail") + count("error");
	return { passed: count("pass"), failed: exitCode === 0 ? failed : Math.max(failed, 1) };
}
