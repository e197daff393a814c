import { expect, test } from "bun:test";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { readTestSummary } from "./test-summary.ts";

test("test summary: counts passed and failed tests", () => {
	const report =
		"a.test.ts:\n(pass) 12 pass\n\n\x1b[0m\x1b[32m 1234 pass\x1b[0m\n 3 skip\n 2 fail\n 99 expect() calls\nRan 1239 tests\n";
	expect(readTestSummary(report, 1)).toMatchObject({ passed: 1234, failed: 2 });
});

test("test summary: an error outside of tests is a failure", () => {
	expect(readTestSummary(" 10 pass\n 0 fail\n 1 error\n", 1)).toMatchObject({ passed: 10, failed: 1 });
});

test("test summary: an aborted run is a failure", () => {
	expect(readTestSummary("panic: out of luck\n", 132)).toMatchObject({ passed: 0, failed: 1 });
});

test("test summary: reads a real run", () => {
	const run = Bun.spawnSync([process.execPath, "test", import.meta.path, "--test-name-pattern", "counts passed"]);
	expect(readTestSummary(run.stderr.toString(), run.exitCode)).toEqual({
		passed: 1,
		failed: 0,
		failures: [],
		skipped: [],
	});
});

test("test summary: names each failure with its file and message", async () => {
	await using folder = await workspace({
		"a.test.ts": `import { expect, test } from "bun:test";
			test("fine", () => console.log("said by a test that passed"));
			test("wrong", () => expect("this").toBe("that"));
			test("slow", async () => { await Bun.sleep(5000); }, 20);`,
		"b.test.ts": `throw new Error("on load");`,
	});
	const run = Bun.spawnSync([process.execPath, "test"], { cwd: folder.path });
	const summary = readTestSummary(run.stderr.toString(), run.exitCode);
	// A file that cannot be loaded is counted as a failure and as an error.
	expect(summary).toMatchObject({ passed: 1, failed: 4 });
	const [wrong, slow, onLoad, ...others] = summary.failures;
	expect(summary.failures.map(({ file }) => file)).toEqual(["a.test.ts", "a.test.ts", "b.test.ts"]);
	expect(wrong?.text).toMatch(/^a\.test\.ts:\n[\s\S]*Received: "this"[\s\S]*\(fail\) wrong/);
	expect(slow?.text).toMatch(/^a\.test\.ts:\n\(fail\) slow .*\n {2}\^ this test timed out/);
	expect(onLoad?.text).toMatch(/^b\.test\.ts:\n[\s\S]*error: on load/);
	expect(others).toEqual([]);
});

test("test summary: tells what skipped tests need, as a real run reports it", async () => {
	await using folder = await workspace({
		"a.test.ts": `import { test } from "bun:test";
			import { requiresThat } from "${import.meta.dir}/../../packages/testkit/src/requires.ts";
			requiresThat(false, "cc (a compiler) on PATH")("compiles", () => {});
			test.skip("never (works)", () => {});`,
	});
	const env = { PATH: process.env.PATH };
	const run = Bun.spawnSync([process.execPath, "test"], { cwd: folder.path, env });
	expect(readTestSummary(run.stderr.toString(), run.exitCode).skipped).toEqual(["cc (a compiler) on PATH"]);
});

test("test summary: a skipped test that is listed once more at the end counts once", () => {
	const report =
		"(skip) a (needs tmux on PATH)\n\n1 tests skipped:\n(skip) a (needs tmux on PATH)\n\n 1 pass\n 1 skip\n";
	expect(readTestSummary(report, 0).skipped).toEqual(["tmux on PATH"]);
});
