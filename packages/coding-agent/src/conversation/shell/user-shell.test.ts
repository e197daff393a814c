import { expect, test } from "bun:test";
import { localShell } from "@oh-my-pi/pi-natives/shell";
import { until } from "@oh-my-pi/pi-testkit/until";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { UserShell } from "./user-shell.ts";

function shellIn(cwd: string) {
	const noted: unknown[] = [];
	const saved: string[] = [];
	const shell = new UserShell({
		shell: localShell({ shellPath: "bash" }),
		cwd: () => cwd,
		env: { PATH: process.env.PATH },
		artifacts: () => ({
			allocate: (toolName) => ({ id: "7", path: `${cwd}/7.${toolName}.log` }),
			save: (_toolName, content) => ({ id: String(saved.push(content)) }),
		}),
		note: (message) => noted.push(message),
		now: () => 1,
	});
	return { shell, noted };
}

test("a command's end and output are told, and noted for the model", async () => {
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

test("a stopped command keeps what it had printed and has no exit code", async () => {
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

test("what does not fit is kept as an artifact", async () => {
	await using project = await workspace();
	const { shell } = shellIn(project.path);
	const result = await shell.run("seq 1 40000");
	expect(result).toMatchObject({ truncated: true, totalLines: 40_000, artifactId: "7" });
	expect(result.outputBytes).toBeLessThan(result.totalBytes);
	expect((await project.read("7.bash.log")).trimEnd().split("\n")).toHaveLength(40_000);
});
