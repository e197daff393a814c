/** Number of passed and failed tests, from the summary of `bun test`. */
export function readTestSummary(report: string, exitCode: number): { passed: number; failed: number } {
	const lines = report.replace(/\x1b\[[0-9;]*m/g, "");
	const count = (word: string) => Number(new RegExp(`^\\s*(\\d+) ${word}s?$`, "m").exec(lines)?.[1] ?? 0);
	// An error outside of tests is counted by neither; an aborted run has no counts.
	const failed = count("fail") + count("error");
	return { passed: count("pass"), failed: exitCode === 0 ? failed : Math.max(failed, 1) };
}
