import { describe, expect, test } from "bun:test";
import { localShell } from "@oh-my-pi/pi-natives/shell";
import { runTool } from "@oh-my-pi/pi-testkit/run-tool";
import { until } from "@oh-my-pi/pi-testkit/until";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { bashTool } from "./bash.ts";

const bashIn = (cwd: string, overrides: { defaultTimeoutSeconds?: number } = {}) =>
	bashTool({
		shell: localShell({ shellPath: "bash" }),
		cwd: () => cwd,
		env: { PATH: process.env.PATH, HOME: cwd },
		now: () => 0,
		defaultTimeoutSeconds: 300,
		...overrides,
	});

describe("bash", () => {
	test("returns what the command printed, with errors in their place", async () => {
		await using project = await workspace();
		const output = await runTool(bashIn(project.path), { command: "echo one; echo two >&2; echo three" });
		expect(output).toEqual({
			content: "one\ntwo\nthree\n\n\nWall time: 0.00 seconds",
			details: { timeoutSeconds: 300, wallTimeMs: 0 },
			isError: false,
		});
	});

	test("a failing command says its exit code and is an error", async () => {
		await using project = await workspace();
		expect(await runTool(bashIn(project.path), { command: "exit 3" })).toEqual({
			content: "(no output)\n\nWall time: 0.00 seconds\n\nCommand exited with code 3",
			details: { timeoutSeconds: 300, wallTimeMs: 0, exitCode: 3 },
			isError: true,
		});
	});

	test("a timed-out command returns what it had printed", async () => {
		await using project = await workspace();
		const output = await runTool(bashIn(project.path), { command: "echo begun; sleep 60", timeout: 1 });
		expect(output).toEqual({
			content: "[Command timed out after 1 seconds]\nbegun\n\n\nWall time: 0.00 seconds",
			details: { timeoutSeconds: 1, wallTimeMs: 0, timedOut: true },
			isError: true,
		});
	});

	test("an abort kills the command and all it started, and keeps the output", async () => {
		await using project = await workspace();
		const controller = new AbortController();
		const command = "sleep 300 & echo $! > child.pid; echo begun; wait";
		const running = runTool(bashIn(project.path), { command }, { signal: controller.signal });
		await until(async () => (await project.read("child.pid").catch(() => "")).trim() !== "");
		controller.abort();
		await expect(running).rejects.toThrow("[Command cancelled]\nbegun\n");
		const childPid = Number(await project.read("child.pid"));
		await until(() => !isAlive(childPid));
	});

	test("a command that ignores the request to end is killed all the same", async () => {
		await using project = await workspace();
		const command = "trap '' TERM; echo begun; while true; do sleep 1; done";
		const output = await runTool(bashIn(project.path), { command, timeout: 1 });
		expect(output.content).toStartWith("[Command timed out after 1 seconds]\nbegun\n");
	}, 20_000);

	test("a flood of output is cut in the middle and does not fill the memory", async () => {
		await using project = await workspace();
		const command = "head -c 200000000 /dev/zero | tr '\\0' 'x' | fold -w 99; echo the end";
		const output = await runTool(bashIn(project.path), { command });
		expect(String(output.content).length).toBeLessThan(60_000);
		expect(output.content).toContain("bytes elided");
		expect(output.content).toContain("the end");
	}, 30_000);

	test("a background child does not keep the call from returning", async () => {
		await using project = await workspace();
		const output = await runTool(bashIn(project.path), { command: "sleep 30 & echo started" });
		expect(output.content).toStartWith("started\n");
	});

	test("escape sequences and control characters do not reach the model", async () => {
		await using project = await workspace();
		const output = await runTool(bashIn(project.path), { command: "printf '\\033[31mred\\033[0m\\a\\r\\nnext\\n'" });
		expect(output.content).toStartWith("red\nnext\n");
	});

	test.each([
		[{ command: "true", cwd: "nowhere" }, "Working directory does not exist: "],
		[{ command: "true", cwd: "file.txt" }, "Working directory is not a directory: "],
		[{ command: "true", env: { "1A": "x" } }, "Invalid bash env name: 1A"],
	])("bad input %p is refused with a reason", async (params, message) => {
		await using project = await workspace({ "file.txt": "" });
		await expect(runTool(bashIn(project.path), params)).rejects.toThrow(message);
	});

	test("progress shows the whole output so far", async () => {
		await using project = await workspace();
		const seen: unknown[] = [];
		let now = 0;
		const tool = bashTool({
			shell: localShell({ shellPath: "bash" }),
			cwd: () => project.path,
			env: { PATH: process.env.PATH },
			now: () => (now += 100),
			defaultTimeoutSeconds: 300,
		});
		const command = "echo one; sleep 0.05; echo two";
		await runTool(tool, { command }, { onProgress: (state) => seen.push(state.content) });
		expect(seen).toEqual(["one\n", "one\ntwo\n"]);
	});
});

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}
