import type { TestSummary } from "./test-summary.ts";

/** More files than this are no accident of a busy machine. */
const maxFiles = 5;

/** The files whose tests failed, if it makes sense to run them again by themselves: few, and all known. */
export function filesToRunAgain({ failed, failures }: Omit<TestSummary, "skipped">): string[] {
	const files = [...new Set(failures.map(({ file }) => file))];
	const areAllKnown = failures.length >= failed && !files.includes("");
	return areAllKnown && files.length <= maxFiles ? files : [];
}

/** The result of a run after some of its files were run again: what failed twice has failed. */
export function afterSecondRun(first: TestSummary, second: Omit<TestSummary, "skipped">): TestSummary {
	const failed = Math.min(first.failed, second.failed);
	return { ...first, passed: first.passed + first.failed - failed, failed, failures: second.failures };
}
