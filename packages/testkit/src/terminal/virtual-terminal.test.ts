import { expect, test } from "bun:test";
import { virtualTerminal } from "./virtual-terminal.ts";

test("virtual terminal: shows the effect of escape sequences", async () => {
	using terminal = virtualTerminal({ cols: 20, rows: 4 });
	await terminal.write("one\r\ntwo\r\n\x1b[31mthree\x1b[0m\x1b[1;1Hfirst");
	expect(terminal.screen()).toBe("first\ntwo\nthree");
	expect(terminal.cursor()).toEqual({ row: 0, column: 5 });
});

test("virtual terminal: scrolled lines are only in the history", async () => {
	using terminal = virtualTerminal({ cols: 10, rows: 2 });
	await terminal.write("1\r\n2\r\n3\r\n4");
	expect(terminal.screen()).toBe("3\n4");
	expect(terminal.history()).toBe("1\n2\n3\n4");
});

test("virtual terminal: a resize rewraps the text", async () => {
	using terminal = virtualTerminal({ cols: 6, rows: 3 });
	await terminal.write("abcdef\r\n");
	terminal.resize(3, 3);
	expect(terminal.screen()).toBe("abc\ndef");
});

test("virtual terminal: reports which modes are on", async () => {
	using terminal = virtualTerminal();
	const atFirst = terminal.modes();
	expect(Object.values(atFirst)).toEqual([false, false, false, false, false, false]);
	await terminal.write("\x1b[?1049h\x1b[?2004h\x1b[?1000h\x1b[?1004h\x1b[?1h\x1b[?25l");
	expect(terminal.modes()).toEqual({
		alternateScreen: true,
		bracketedPaste: true,
		mouse: true,
		focusReports: true,
		applicationCursorKeys: true,
		cursorHidden: true,
	});
	await terminal.write("\x1b[?1049l\x1b[?2004l\x1b[?1000l\x1b[?1004l\x1b[?1l\x1b[?25h");
	expect(terminal.modes()).toEqual(atFirst);
});

test("virtual terminal: answers a cursor query", async () => {
	using terminal = virtualTerminal();
	const replies: string[] = [];
	terminal.onReply((data) => replies.push(data));
	await terminal.write("ab\x1b[6n");
	expect(replies).toEqual(["\x1b[1;3R"]);
});
