import { expect, test } from "bun:test";
import { runTool } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import type { ConsolePort, ConsoleProgram } from "../../services/console-port.ts";
import { bashIn } from "../testing/bash-in.ts";

const wallTime = "\n\nWall time: 0.00 seconds";

/** A screen with somebody in front of it. */
function someone(size: { cols?: number; rows?: number } = {}) {
	const seen = { text: "", closed: false, program: undefined as ConsoleProgram | undefined };
	const port: ConsolePort = {
		async open(program) {
			seen.program = program;
			return {
				...size,
				write: (bytes) => {
					seen.text += Buffer.from(bytes).toString();
				},
				[Symbol.dispose]: () => {
					seen.closed = true;
				},
			};
		},
	};
	return { port, seen, sees: (text: string) => until(() => seen.text.includes(text)) };
}

verifies("tools-exec:bash:pty", async () => {
	await using project = await workspace();
	const { port, seen, sees } = someone();
	await using bash = bashIn(project, { console: () => port });
	const command = 'read -p "Name? " name; echo "Hello $name on $TERM"; stty size; test -t 1';
	const running = runTool(bash.tool, { command, pty: true });
	await sees("Name? ");
	seen.program?.type("Ann\r");
	expect((await running).content).toBe(`Name? Ann\nHello Ann on xterm-256color\n40 120\n${wallTime}`);
	expect([seen.closed, seen.program?.title, seen.program?.command]).toEqual([true, "Console", command]);

	const killed = runTool(bash.tool, { command: "echo waiting; sleep 300", pty: true });
	await sees("waiting");
	seen.program?.kill();
	expect((await killed).content).toBe(`waiting\n${wallTime}\n\nCommand ended by the user`);

	const without = `hi\n${wallTime}\npty requested but unavailable in this environment; ran without a terminal\n\nCommand exited with code 1`;
	await using headless = bashIn(project);
	expect((await runTool(headless.tool, { command: "echo hi; test -t 1", pty: true })).content).toBe(without);
	const env = { PATH: process.env.PATH, PI_NO_PTY: "1" };
	await using forbidden = bashIn(project, { console: () => port, env });
	expect((await runTool(forbidden.tool, { command: "echo hi; test -t 1", pty: true })).content).toBe(without);
});

test("the window decides the size, and may change it", async () => {
	await using project = await workspace();
	const { port, seen, sees } = someone({ cols: 90, rows: 30 });
	await using bash = bashIn(project, { console: () => port });
	const command = "trap 'stty size; exit' WINCH; stty size; while :; do sleep 0.01; done";
	const running = runTool(bash.tool, { command, pty: true });
	await sees("30 90");
	seen.program?.resize(100, 25);
	expect((await running).content).toBe(`30 90\n25 100\n${wallTime}`);
});

test("a terminal that cannot be had is reported", async () => {
	await using project = await workspace();
	const { port } = someone();
	await using bash = bashIn(project, { console: () => port, shellPath: "/no/such/shell" });
	const { content, isError } = await runTool(bash.tool, { command: "true", pty: true });
	expect(content).toMatch(/\nPTY error: .*no\/such\/shell/);
	expect(isError).toBe(true);
});

test("a time limit holds in a terminal too", async () => {
	await using project = await workspace();
	const { port } = someone();
	await using bash = bashIn(project, { console: () => port });
	const { content } = await runTool(bash.tool, { command: "echo begun; sleep 60", pty: true, timeout: 1 });
	expect(content).toBe(`[Command timed out after 1 seconds]\nbegun\n${wallTime}`);
});
