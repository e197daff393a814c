import { expect, test } from "bun:test";
import { localShell } from "@oh-my-pi/pi-natives/shell/shell";
import { until } from "@oh-my-pi/pi-testkit/until";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { executeUserCommand } from "@oh-my-pi/pi-tools/bash/run/user-command";
import { UserShell } from "./user-shell.ts";

function shellIn(cwd: string) {
	const noted: unknown[] = [];
	const env = { PATH: process.env.PATH };
	const artifacts = {
		allocate: (toolName: string) => ({ id: "7", path: `${cwd}/7.${toolName}.log` }),
		save: () => ({ id: "8" }),
	};
	const ports = { shell: localShell({ shellPath: "bash" }), env, quietEnv: env, now: () => 1, artifacts };
	const shell = new UserShell({
		cwd: () => cwd,
		command: (text, options) => executeUserCommand(text, options, ports),
		python: async (code) => ({ ...nothing, output: `ran ${code}`, exitCode: 0 }),
		note: (message) => noted.push(message),
		now: () => 1,
	});
	return { shell, noted };
}

const nothing = { cancelled: false, truncated: false, totalLines: 0, totalBytes: 0, outputLines: 0, outputBytes: 0 };

test("exit code and output are returned and added to the history", async () => {
	await using project = await workspace();
	const { shell, noted } = shellIn(project.path);
	expect(await shell.run("echo one; echo two >&2; exit 3")).toEqual({
		output: "one\ntwo\n",
		exitCode: 3,
		cancelled: false,
		truncated: false,
		totalLines: 2,
		totalBytes: 8,
		outputLines: 2,
		outputBytes: 8,
		workingDir: project.path,
	});
	await shell.run("true", { excludeFromContext: true });
	expect(noted).toEqual([
		{
			role: "bashExecution",
			command: "echo one; echo two >&2; exit 3",
			output: "one\ntwo\n",
			exitCode: 3,
			cancelled: false,
			truncated: false,
			timestamp: 1,
		},
		{
			role: "bashExecution",
			command: "true",
			output: "",
			exitCode: 0,
			cancelled: false,
			truncated: false,
			excludeFromContext: true,
			timestamp: 1,
		},
	]);
});

test("an aborted command keeps its output and has no exit code", async () => {
	await using project = await workspace();
	const { shell } = shellIn(project.path);
	let seen = "";
	const running = shell.run("echo a; sleep 60", {
		onOutput: (output) => {
			seen = output;
		},
	});
	await until(() => seen === "a\n");
	shell.abort();
	expect(await running).toMatchObject({ output: "[Command cancelled]\na\n", cancelled: true });
	expect(Object.keys(await running)).not.toContain("exitCode");
	expect(shell.isRunning).toBe(false);
});

test("output that is too large becomes an artifact", async () => {
	await using project = await workspace();
	const { shell } = shellIn(project.path);
	const result = await shell.run("seq 1 40000");
	expect(result).toMatchObject({ truncated: true, totalLines: 40_000, artifactId: "7" });
	expect(result.outputBytes).toBeLessThan(result.totalBytes);
	expect((await project.read("7.bash.log")).trimEnd().split("\n")).toHaveLength(40_000);
});

test("Python is added as a Python execution", async () => {
	const { shell, noted } = shellIn("/w");
	expect(await shell.runPython("1 + 1", { excludeFromContext: true })).toMatchObject({ output: "ran 1 + 1" });
	expect(noted).toEqual([
		{
			role: "pythonExecution",
			code: "1 + 1",
			output: "ran 1 + 1",
			exitCode: 0,
			cancelled: false,
			truncated: false,
			excludeFromContext: true,
			timestamp: 1,
		},
	]);
});
