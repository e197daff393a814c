import { expect, test } from "bun:test";
import { join } from "node:path";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { type PtyRun, ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { until } from "@oh-my-pi/pi-testkit/until";

function started(omp: OmpProject, ...args: string[]): PtyRun {
	return ptyRun([...omp.command, "--plain", ...args], { cols: 200, rows: 60, cwd: omp.path, env: omp.env });
}

/** All output in order, as a screen reader reads it. */
function told(terminal: PtyRun): string {
	return terminal
		.output()
		.replaceAll("\r\n", "\n")
		.replace(/omp \d+\.\d+\.\d+/, "omp <version>")
		.replace(/Wall: [\d.]+s/g, "Wall: <time>")
		.replace(/--resume \S+/, "--resume <id>");
}

async function say(terminal: PtyRun, line: string, answer: string): Promise<void> {
	const before = terminal.output().length;
	terminal.type(`${line}\r`);
	await until(() => terminal.output().slice(before).includes(answer));
}

test("plain mode prints lines without escape sequences: replies, tools, numbered questions", async () => {
	await using omp = await ompProject({
		files: { "greet.txt": "hello\n" },
		replies: [
			text("First line.\nSecond line."),
			toolCall("bash", { command: "cat greet.txt" }),
			text("It says hello."),
			toolCall("bash", { command: "rm greet.txt" }),
			text("Then not."),
		],
	});
	await using terminal = started(omp, "--approval-mode", "always-ask");
	await until(() => terminal.output().includes("/help lists commands."));
	await say(terminal, "hi", "Ready.");
	await say(terminal, "read it", "or Enter to go back: ");
	await say(terminal, "1", "Ready.");
	await say(terminal, "remove it", "or Enter to go back: ");
	await say(terminal, "9", "or Enter to go back: ");
	await say(terminal, "5", "Ready.");
	terminal.type("\x04");
	expect(await terminal.exit).toEqual({ code: 0, signal: null });
	expect(told(terminal)).toMatchSnapshot();
	expect(terminal.output()).not.toContain("\x1b");
	expect(await Bun.file(join(omp.path, "greet.txt")).exists()).toBe(true);
});

test("plain mode: dialogs are numbered choices, and an unambiguous word also works", async () => {
	await using omp = await ompProject();
	await using terminal = started(omp);
	await until(() => terminal.output().includes("/help lists commands."));
	await say(terminal, "/resume", "No other sessions");
	await say(terminal, "/logout", "Nothing is stored");
	terminal.type("\x03");
	await until(() => terminal.output().includes("Press Ctrl+C again to exit."));
	terminal.type("\x03");
	expect(await terminal.exit).toEqual({ code: 0, signal: null });
});

test("plain mode: enabled by setting, Ctrl+C aborts, and a resumed session is printed again", async () => {
	await using omp = await ompProject({
		replies: [
			text("The color is blue."),
			{ ...text("never to be read to its end"), delivery: { firstChunkDelayMs: 60_000 } },
		],
	});
	await omp.home.write(".omp/agent/config.yml", "display:\n  plain: true\n");
	const open = (...args: string[]) =>
		ptyRun([...omp.command, ...args], { cols: 200, rows: 60, cwd: omp.path, env: omp.env });
	{
		await using terminal = open();
		await until(() => terminal.output().includes("plain mode."));
		await say(terminal, "which color?", "Ready.");
		terminal.type("go on\r");
		await until(() => omp.model.requests.length === 2);
		terminal.type("\x03");
		await until(() => terminal.output().includes("Interrupted."));
		terminal.type("\x04");
		await terminal.exit;
	}
	await using again = open("--continue");
	await until(() => again.output().includes("omp: The color is blue."));
	expect(again.output()).toContain("You: which color?");
});

test("plain mode says what of the project is left out, and /trust accepts it", async () => {
	await using omp = await ompProject({ files: { ".omp/SYSTEM.md": "Speak Latin." }, replies: [text("Salve.")] });
	await using terminal = started(omp);
	await until(() => terminal.output().includes("Not trusted and left out: .omp/SYSTEM.md."));
	await say(terminal, "/trust allow", "Trusted: 1 item.");
	await say(terminal, "hello", "Salve.");
	expect(JSON.stringify(omp.model.requests[0]?.system)).toContain("Speak Latin.");
});
