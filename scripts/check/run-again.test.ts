import { expect, test } from "bun:test";
import { afterSecondRun, filesToRunAgain } from "./run-again.ts";

const failure = (file: string) => ({ file, text: `${file}: …` });

test("few failures run again, each file once", () => {
	const failures = ["a.test.ts", "b.test.ts", "a.test.ts"].map(failure);
	expect(filesToRunAgain({ passed: 9, failed: 3, failures })).toEqual(["a.test.ts", "b.test.ts"]);
	expect(filesToRunAgain({ passed: 9, failed: 0, failures: [] })).toEqual([]);
});

test("many failures, an aborted run and a failure of no file do not", () => {
	const many = Array.from({ length: 6 }, (_, index) => failure(`${index}.test.ts`));
	expect(filesToRunAgain({ passed: 9, failed: 6, failures: many })).toEqual([]);
	expect(filesToRunAgain({ passed: 9, failed: 1, failures: [] })).toEqual([]);
	expect(filesToRunAgain({ passed: 9, failed: 2, failures: [failure("a.test.ts"), failure("")] })).toEqual([]);
});

test("what failed twice has failed", () => {
	const first = { passed: 9, failed: 2, failures: [failure("a.test.ts"), failure("b.test.ts")], skipped: ["tmux"] };
	expect(afterSecondRun(first, { passed: 5, failed: 0, failures: [] })).toEqual({
		passed: 11,
		failed: 0,
		failures: [],
		skipped: ["tmux"],
	});
	const again = { passed: 4, failed: 1, failures: [failure("b.test.ts")] };
	expect(afterSecondRun(first, again)).toEqual({ ...first, passed: 10, failed: 1, failures: again.failures });
});
