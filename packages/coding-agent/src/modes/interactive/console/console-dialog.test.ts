import { expect, test } from "bun:test";
import { openTerminalScreen } from "@oh-my-pi/pi-natives/terminal/terminal-screen";
import { until } from "@oh-my-pi/pi-testkit/until";
import { openDialog } from "../../../dialogs/testing/open-dialog.ts";
import { consoleDialog } from "./console-dialog.ts";

function console(command = "read name", rows = 9) {
	const done: string[] = [];
	const ended = new AbortController();
	const program = {
		title: "Console",
		command,
		type: (keys: string) => void done.push(`type ${JSON.stringify(keys)}`),
		resize: (cols: number, lines: number) => void done.push(`resize ${cols}x${lines}`),
		kill: () => void done.push("kill"),
	};
	let changes = 0;
	const size = { cols: 36, rows: 7 };
	const screen = openTerminalScreen({ ...size, onChange: () => changes++, onReply: () => {} });
	const dialog = openDialog(consoleDialog({ program, screen, size, ended: ended.signal }), { rows });
	const write = async (text: string) => {
		const before = changes;
		screen.write(new TextEncoder().encode(text));
		await until(() => changes > before);
	};
	return { ...dialog, done, ended, write };
}

test("it shows the program's terminal in a frame that names the command", async () => {
	const { rows, write } = console("npm init\n# second line");
	await write("package name: ");
	expect(rows(40).map((row) => row.replaceAll(/\x1b_[^\\]*\x1b\\/g, ""))).toEqual([
		"╭─── Console ⟦esc ends it⟧ $ npm init ─╮",
		"│ package name:                        │",
		...Array(6).fill("│                                      │"),
		"╰──────────────────────────────────────╯",
	]);
});

test("keys and pastes go to the program, as it wants them, and Esc ends it", async () => {
	const { press, component, done, write } = console();
	press("y", "\r", "\x1b[99;5u");
	component.handlePaste?.("one\ntwo");
	await write("\x1b[?2004h");
	component.handlePaste?.("x");
	press("\x1b");
	press("\x1b[27u");
	expect(done).toEqual([
		'type "y"',
		'type "\\r"',
		'type "\\u0003"',
		'type "one\\rtwo"',
		'type "\\u001b[200~x\\u001b[201~"',
		"kill",
		"kill",
	]);
});

test("another width is told to the program once, and never less than a program can live with", () => {
	const { rows, done } = console();
	for (const width of [40, 40, 60, 60, 12]) rows(width);
	expect(done).toEqual(["resize 56x7", "resize 20x7"]);
});

test("it closes when the program has ended", () => {
	const { ended, results } = console();
	expect(results).toEqual([]);
	ended.abort();
	expect(results).toEqual([undefined]);
});
