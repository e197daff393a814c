import { expect, test } from "bun:test";
import { runCommand } from "./run-command.ts";

test("runCommand: returns both streams and the exit code", async () => {
	const result = await runCommand(["sh", "-c", "cat; echo oops >&2; exit 3"], { stdin: "given\n" });
	expect(result).toEqual({ stdout: "given\n", stderr: "oops\n", exitCode: 3 });
});

test("runCommand: a program killed by a signal has no exit code", async () => {
	const result = await runCommand(["sh", "-c", "kill -9 $$"]);
	expect(result).toEqual({ stdout: "", stderr: "", exitCode: null });
});
