import { expect, test } from "bun:test";
import { readTestSummary } from "./test-summary.ts";

test("test summary: counts passed and failed tests", () => {
	const report =
		"a.test.ts:\n(pass) 12 pass\n\n\x1b[0m\x1b[32m 1234 pass\x1b[0m\n 3 skip\n 2 fail\n 99 expect() calls\nRan 1239 tests\n";
	expect(readTestSummary(report, 1)).toEqual({ passed: 1234, failed: 2 });
});

test("test summary: an error outside of tests is a failure", () => {
	expect(readTestSummary(" 10 pass\n 0 fail\n 1 error\n", 1)).toEqual({ passed: 10, failed: 1 });
});

test("test summary: an aborted run is a failure", () => {
	expect(readTestSummary("panic: out of luck\n", 132)).toEqual({ passed: 0, failed: 1 });
});

test("test summary: reads a real run", () => {
	const run = Bun.spawnSync([process.execPath, "test", import.meta.path, "--test-name-pattern", "counts passed"]);
	expect(readTestSummary(run.stderr.toString(), run.exitCode)).toEqual({ passed: 1, failed: 0 });
});
