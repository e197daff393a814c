import { describe, expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { CURSOR_MARKER } from "../component.ts";
import { Rows } from "../testing/rows.ts";
import { showScreen } from "../testing/show.ts";

function rows(prefix: string, count: number, start = 1): string[] {
	return Array.from({ length: count }, (_, index) => `${prefix}${start + index}`);
}

function nonEmpty(lines: readonly string[]): string[] {
	return lines.filter((line) => line !== "");
}

describe("first paint", () => {
	verifies("tui:render:first-paint-in-place", async () => {
		const { screen, virtual } = showScreen(new Rows(["chrome"]), { rows: 6 });
		virtual.streams.output.write("shell one\r\nshell two\r\n");
		screen.start();
		await virtual.settle();
		expect(virtual.window()).toEqual(["shell one", "shell two", "chrome", "", "", ""]);
		expect(virtual.takeWritten()).not.toMatch(/\x1b\[[0-3]?J|\x1b\[\d*;?\d*H/);
	});

	test("does not wait for the terminal's replies", () => {
		const { screen, virtual } = showScreen(new Rows(["chrome"]), { rows: 6 });
		screen.start();
		expect(virtual.window()[0]).toBe("chrome");
	});

	test("near the bottom the shell's rows scroll into history", async () => {
		const { screen, virtual } = showScreen(new Rows(rows("chrome", 3)), { rows: 4 });
		virtual.streams.output.write("a\r\nb\r\nc\r\n");
		screen.start();
		await virtual.settle();
		expect([virtual.scrollback(), virtual.window()]).toEqual([
			["a", "b"],
			["c", "chrome1", "chrome2", "chrome3"],
		]);
	});
});

describe("history", () => {
	test("every transcript row goes there once, in order, and the window shows the rest", async () => {
		const { screen, virtual, transcript, paint } = showScreen(new Rows(["chrome1", "chrome2"]), { rows: 6 });
		screen.start();
		for (let index = 1; index <= 12; index++) {
			transcript.append(new Rows([`row${index}`]), { settled: true, gap: 0 });
			await paint();
		}
		expect([virtual.scrollback(), virtual.window()]).toEqual([
			rows("row", 8),
			[...rows("row", 4, 9), "chrome1", "chrome2"],
		]);
	});

	test("one frame can add more rows than the screen has", async () => {
		const { screen, virtual, transcript, paint } = showScreen(new Rows(["chrome"]), { rows: 5 });
		screen.start();
		transcript.append(new Rows(rows("row", 200)), { settled: true });
		await paint();
		expect([virtual.scrollback(), virtual.window()]).toEqual([rows("row", 196), [...rows("row", 4, 197), "chrome"]]);
	});

	test("blocks are separated by one blank row, hidden ones by none", async () => {
		const { screen, virtual, transcript, paint } = showScreen(new Rows([]), { rows: 6 });
		screen.start();
		for (const text of [["a"], [], ["b"]]) transcript.append(new Rows(text), { settled: true });
		await paint();
		expect(virtual.window()).toEqual(["a", "", "b", "", "", ""]);
	});

	test("an unsettled block is hidden, then goes to history in its final form", async () => {
		const { screen, virtual, transcript, paint } = showScreen(new Rows(["chrome"]), { rows: 4 });
		screen.start();
		const block = new Rows(rows("draft", 6));
		const handle = transcript.append(block);
		await paint();
		expect([virtual.scrollback(), virtual.window()]).toEqual([[], [...rows("draft", 3, 4), "chrome"]]);
		block.set(rows("final", 7));
		handle.settle();
		await paint();
		expect([virtual.scrollback(), virtual.window()]).toEqual([rows("final", 4), [...rows("final", 3, 5), "chrome"]]);
	});

	test("a snapshot block goes to history as it was when it scrolled off", async () => {
		const { screen, virtual, transcript, paint } = showScreen(new Rows(["chrome"]), { rows: 4 });
		screen.start();
		const block = new Rows(rows("line", 5));
		transcript.append(block, { snapshot: true });
		await paint();
		block.set(["changed", ...rows("line", 7, 2)]);
		await paint();
		expect([virtual.scrollback(), virtual.window()]).toEqual([rows("line", 5), [...rows("line", 3, 6), "chrome"]]);
	});

	test("a rolling tail becomes a log", async () => {
		const { screen, virtual, transcript, paint } = showScreen(new Rows(["chrome"]), { rows: 5 });
		screen.start();
		const block = new Rows([]);
		transcript.append(block, { snapshot: true });
		for (let last = 1; last <= 20; last++) {
			block.set(rows("out", Math.min(8, last), Math.max(1, last - 7)));
			await paint();
		}
		expect([...virtual.scrollback(), ...virtual.window()]).toEqual([...rows("out", 20), "chrome"]);
	});

	test("rows that settle from the top go to history as far as they are settled", async () => {
		class Streaming extends Rows {
			settled = 0;
			settledRows() {
				return this.settled;
			}
		}
		const { screen, virtual, transcript, paint } = showScreen(new Rows(["chrome"]), { rows: 4 });
		screen.start();
		const block = new Streaming(rows("row", 8));
		block.settled = 2;
		transcript.append(block);
		await paint();
		expect([virtual.scrollback(), virtual.window()]).toEqual([rows("row", 2), [...rows("row", 3, 6), "chrome"]]);
		block.settled = 8;
		await paint();
		expect([virtual.scrollback(), virtual.window()]).toEqual([rows("row", 5), [...rows("row", 3, 6), "chrome"]]);
	});

	test("a removed block leaves only the rows already in history", async () => {
		const { screen, virtual, transcript, paint } = showScreen(new Rows(["chrome"]), { rows: 4 });
		screen.start();
		const handle = transcript.append(new Rows(["gone"]));
		await paint();
		handle.remove();
		transcript.append(new Rows(["stays"]), { settled: true });
		await paint();
		expect(virtual.window()).toEqual(["stays", "chrome", "", ""]);
	});
});

describe("updates", () => {
	verifies("tui:render:zero-bytes-idle", async () => {
		const { screen, virtual, clock, paint } = showScreen(new Rows(["chrome"]));
		screen.start();
		await paint();
		virtual.takeWritten();
		screen.requestRender();
		await paint();
		clock.advance(60_000);
		expect({ written: virtual.takeWritten(), timers: clock.pendingTimers }).toEqual({ written: "", timers: 0 });
	});

	verifies("tui:render:diff-only", async () => {
		const chrome = new Rows(rows("chrome", 20));
		const { screen, virtual, paint } = showScreen(chrome, { synchronizesOutput: true });
		screen.start();
		await paint();
		virtual.takeWritten();
		chrome.set([...rows("chrome", 9), `changed${CURSOR_MARKER}`, ...rows("chrome", 10, 11)]);
		await paint();
		const written = virtual.takeWritten();
		expect(written).toMatch(/^\x1b\[\?2026h\x1b\[\?25l[^\x00]*changed[^\x00]*\x1b\[8G\x1b\[\?25h\x1b\[\?2026l$/);
		expect(written).toContain("changed");
		expect(written).not.toContain("chrome");
		expect(written.length).toBeLessThan(100);
	});

	test("a shorter screen clears the rows below", async () => {
		const chrome = new Rows(rows("chrome", 5));
		const { screen, virtual, paint } = showScreen(chrome, { rows: 6 });
		screen.start();
		await paint();
		chrome.set(["one"]);
		await paint();
		expect(virtual.window()).toEqual(["one", "", "", "", "", ""]);
	});

	verifies("tui:editor:hardware-cursor", async () => {
		const chrome = new Rows(["top", `ab日${CURSOR_MARKER}c`, "bottom"]);
		const { screen, virtual, paint } = showScreen(chrome);
		screen.start();
		await paint();
		expect([virtual.cursor(), virtual.window()[1]]).toEqual([{ row: 1, column: 4 }, "ab日c"]);
		expect(virtual.takeWritten()).toContain("\x1b[5G\x1b[?25h");
		chrome.set(["top", "ab日c", "bottom"]);
		await paint();
		expect(virtual.takeWritten()).not.toContain("\x1b[?25h");
	});

	test("rows that are too wide or have control sequences cannot corrupt the screen", async () => {
		const { screen, virtual } = showScreen(
			new Rows(["x".repeat(30), "a\x1b[2J\x1b[Hb\nc\td", "日".repeat(20), "last"]),
			{
				columns: 11,
				rows: 5,
			},
		);
		screen.start();
		await virtual.settle();
		expect(virtual.window()).toEqual(["x".repeat(11), "abcd", "日".repeat(5), "last", ""]);
	});

	test("requests are merged into one frame, typing paints at once", async () => {
		const chrome = new Rows(["0"]);
		const { screen, virtual, clock } = showScreen(chrome);
		screen.start();
		await virtual.settle();
		clock.advance(100);
		virtual.takeWritten();
		for (let index = 1; index <= 50; index++) {
			chrome.set([String(index)]);
			screen.requestRender();
		}
		clock.advance(0);
		expect(virtual.takeWritten().split("\x1b[?25l").length - 1).toBe(1);
		chrome.set(["waits"]);
		screen.requestRender();
		clock.advance(32);
		expect(virtual.window()[0]).toBe("50");
		chrome.set(["typed"]);
		virtual.type("x");
		await virtual.settle();
		expect(virtual.window()[0]).toBe("typed");
	});

	test("while the terminal is congested nothing is painted, then the latest state", async () => {
		const chrome = new Rows(["first"]);
		const { screen, virtual, paint, clock } = showScreen(chrome);
		screen.start();
		await paint();
		virtual.acceptsWrites = false;
		chrome.set(["second"]);
		await paint();
		virtual.takeWritten();
		chrome.set(["third"]);
		await paint();
		expect(virtual.takeWritten()).toBe("");
		virtual.drain();
		clock.advance(100);
		expect(virtual.window()[0]).toBe("third");
	});
});

describe("stop", () => {
	test("leaves the transcript, removes the chrome, and the prompt follows directly", async () => {
		const { screen, virtual, transcript, paint } = showScreen(new Rows(["status", "editor"]), { rows: 6 });
		screen.start();
		transcript.append(new Rows(["answer"]), { settled: true });
		await paint();
		const stopped = screen.stop();
		await virtual.settle();
		await stopped;
		virtual.streams.output.write("$ ");
		expect([virtual.window(), virtual.cursor()]).toEqual([["answer", "$", "", "", "", ""], { row: 1, column: 2 }]);
	});

	test("writes hidden rows", async () => {
		const { screen, virtual, transcript, paint } = showScreen(new Rows(["chrome"]), { rows: 4 });
		screen.start();
		transcript.append(new Rows(rows("row", 9)));
		await paint();
		const stopped = screen.stop();
		await virtual.settle();
		await stopped;
		expect(nonEmpty([...virtual.scrollback(), ...virtual.window()])).toEqual(rows("row", 9));
	});

	verifies("tui:terminal:suspend", async () => {
		const { screen, virtual, transcript, paint } = showScreen(new Rows(["chrome"]), { rows: 8 });
		screen.start();
		transcript.append(new Rows(["before"]), { settled: true });
		await paint();
		const resumed = screen.suspend();
		await virtual.settle();
		await virtual.settle();
		virtual.streams.output.write("[1]+ Stopped\r\n$ fg\r\n");
		virtual.raise("SIGCONT");
		await resumed;
		transcript.append(new Rows(["after"]), { settled: true, gap: 0 });
		await paint();
		expect(virtual.window()).toEqual(["before", "[1]+ Stopped", "$ fg", "after", "chrome", "", "", ""]);
	});

	verifies("tui:terminal:restored", async () => {
		const ends: Record<string, (show: ReturnType<typeof showScreen>) => void> = {
			quit: ({ screen }) => void screen.stop(),
			signal: ({ virtual }) => virtual.raise("SIGTERM"),
			crash: ({ virtual }) => virtual.raise("uncaughtExceptionMonitor"),
			exit: ({ virtual }) => virtual.raise("exit"),
			suspend: ({ screen }) => void screen.suspend(),
		};
		for (const [name, end] of Object.entries(ends)) {
			const show = showScreen(new Rows(["status", "editor"]), { rows: 6 });
			const before = show.virtual.modes();
			show.screen.start();
			show.transcript.append(new Rows(["answer"]), { settled: true });
			await show.paint();
			show.virtual.takeWritten();
			end(show);
			await show.virtual.settle();
			await show.virtual.settle();
			const written = show.virtual.takeWritten();
			expect({ name, modes: show.virtual.modes(), window: show.virtual.window() }).toEqual({
				name,
				modes: before,
				window: ["answer", "", "", "", "", ""],
			});
			const restored = [
				"\x1b[23;2t",
				"\x1b[?25h",
				"\x1b[?2004l",
				"\x1b[?1004l",
				"\x1b[?2031l",
				"\x1b[?5522l",
				"\x1b[>4;0m",
			];
			expect({ name, missing: restored.filter((bytes) => !written.includes(bytes)) }).toEqual({ name, missing: [] });
		}
	});

	test("a crash removes the chrome, too", async () => {
		const { screen, virtual, transcript, paint } = showScreen(new Rows(["status", "editor"]), { rows: 6 });
		screen.start();
		transcript.append(new Rows(["answer"]));
		await paint();
		virtual.raise("exit");
		expect([virtual.window(), virtual.cursor()]).toEqual([["answer", "", "", "", "", ""], { row: 1, column: 0 }]);
	});
});

verifies("tui:render:display-reset", async () => {
	const { screen, virtual, transcript, paint } = showScreen(new Rows(["chrome"]), { rows: 4 });
	virtual.streams.output.write("shell\r\n");
	screen.start();
	transcript.append(new Rows(rows("row", 6)), { settled: true });
	await paint();
	screen.reset();
	await paint();
	expect([virtual.scrollback(), virtual.window()]).toEqual([rows("row", 3), [...rows("row", 3, 4), "chrome"]]);
});
