import { expect, test } from "bun:test";
import type { Component } from "../component.ts";
import { CURSOR_MARKER } from "../component.ts";
import { Markdown } from "../markdown/markdown.ts";
import { ProcessTerminal } from "../terminal/process-terminal.ts";
import { Rows } from "../testing/rows.ts";
import { showScreen, TEST_CAPABILITIES } from "../testing/show.ts";
import { VirtualTerminal } from "../testing/virtual-terminal.ts";
import { plainText } from "../text/sanitize.ts";
import { plainTheme } from "../theme/plain-theme.ts";
import { Text } from "../widgets/text.ts";
import { Screen } from "./screen.ts";
import { Transcript } from "./transcript/transcript.ts";

class Counted implements Component {
	static renders = 0;
	readonly #rows: readonly string[];

	constructor(text: string) {
		this.#rows = [text];
	}

	render(): readonly string[] {
		Counted.renders++;
		return this.#rows;
	}
}

test("with ten thousand blocks in history, typing draws none of them and writes a few bytes", async () => {
	const chrome = new Rows(["editor"]);
	const { screen, virtual, transcript, paint } = showScreen(chrome);
	screen.start();
	for (let index = 0; index < 10_000; index++) transcript.append(new Counted(`block ${index}`), { settled: true });
	await paint();
	Counted.renders = 0;
	virtual.takeWritten();
	for (let key = 0; key < 10; key++) {
		chrome.set([`editor ${key}`]);
		virtual.type("x");
		await virtual.settle();
	}
	expect(Counted.renders).toBeLessThan(10 * 24);
	expect(virtual.takeWritten().length).toBeLessThan(10 * 80);
});

test("with 5,000 blocks in the transcript a key, a resize and a streamed delta draw only the visible part", async () => {
	const { screen, virtual, transcript, paint, resize } = showScreen(new Rows(["editor"]));
	screen.start();
	for (let index = 0; index < 5000; index++) transcript.append(new Counted(`block ${index}`), { settled: true });
	await paint();
	const answer = new Rows(["a"]);
	transcript.append(answer, { snapshot: true });
	await paint();
	const drawn = async (work: () => Promise<void>) => {
		Counted.renders = 0;
		virtual.takeWritten();
		await work();
		return { isFew: Counted.renders <= 2 * 24, isShort: virtual.takeWritten().length < 4000 };
	};
	const few = { isFew: true, isShort: true };
	// However long the transcript, only the visible part is drawn: for a key, another width, a delta.
	const key = async () => {
		virtual.type("x");
		await virtual.settle();
	};
	expect(await drawn(key)).toEqual(few);
	expect(await drawn(() => resize(60, 24))).toEqual(few);
	const piece = async () => {
		answer.set(["a", "few", "words"]);
		await paint();
	};
	expect(await drawn(piece)).toEqual(few);
});

test("a burst of resizes causes one repaint", async () => {
	const { screen, virtual, transcript, paint, clock } = showScreen(new Rows(["chrome"]), { columns: 60, rows: 12 });
	screen.start();
	for (let index = 0; index < 30; index++) transcript.append(new Rows([`row ${index}`]), { settled: true, gap: 0 });
	await paint();
	virtual.takeWritten();
	for (let step = 0; step < 200; step++) {
		virtual.resize(40 + (step % 30), 8 + (step % 9));
		clock.advance(5);
	}
	virtual.resize(50, 10);
	clock.advance(40);
	await paint();
	expect(virtual.takeWritten().split("\x1b[?25l").length - 1).toBe(1);
	const rows = virtual.logicalLines().filter((row) => row.startsWith("row"));
	expect(rows).toEqual(Array.from({ length: 30 }, (_, index) => `row ${index}`));
});

test("a terminal of one cell does not crash, and everything is restored with more room", async () => {
	const { screen, virtual, transcript, paint, resize } = showScreen(new Rows([`>${CURSOR_MARKER}`, "footer"]), {
		columns: 20,
		rows: 6,
	});
	screen.start();
	await resize(1, 1);
	transcript.append(new Text("hello 日本"), { settled: true });
	await paint();
	await resize(20, 6);
	expect(
		virtual
			.window()
			.slice(-6)
			.filter((row) => row === ">" || row === "footer"),
	).toEqual([">", "footer"]);
});

test("a line of five megabytes is shown, and later frames are fast", async () => {
	const chrome = new Rows(["chrome"]);
	const { screen, virtual, transcript, paint } = showScreen(chrome, { scrollback: 100 });
	screen.start();
	transcript.append(new Text("x".repeat(5_000_000)), { settled: true });
	await paint();
	virtual.takeWritten();
	chrome.set(["typed"]);
	await paint();
	expect([virtual.window().at(-1), virtual.takeWritten().length < 100]).toEqual(["typed", true]);
}, 30_000);

test("ten thousand keys in one read cause one frame", async () => {
	const heard: string[] = [];
	const chrome = Object.assign(new Rows(["editor"]), { handleInput: (data: string) => void heard.push(data) });
	const { screen, virtual } = showScreen(chrome);
	screen.setFocus(chrome);
	screen.start();
	await virtual.settle();
	virtual.takeWritten();
	virtual.type("\x1b[A".repeat(10_000));
	chrome.set(["done"]);
	await virtual.settle();
	expect([heard.length, virtual.takeWritten().split("\x1b[?25l").length - 1]).toEqual([10_000, 1]);
});

test("only the latest blocks in history are kept; a rewrite mentions the others", async () => {
	const virtual = new VirtualTerminal();
	const transcript = new Transcript({ keptBlocks: 3, earlier: (count) => new Rows([`${count} earlier`]) });
	const terminal = new ProcessTerminal({ streams: virtual.streams, capabilities: TEST_CAPABILITIES });
	const screen = new Screen({ terminal, transcript, chrome: new Rows(["chrome"]) });
	screen.start();
	for (let index = 0; index < 40; index++) transcript.append(new Rows([`row ${index}`]), { settled: true, gap: 0 });
	screen.reset();
	await virtual.settle();
	for (let index = 40; index < 44; index++) transcript.append(new Rows([`row ${index}`]), { settled: true, gap: 0 });
	screen.reset();
	screen.reset();
	const shown = virtual.logicalLines().filter((row) => row !== "");
	const first = Number(shown[0]?.split(" ")[0]);
	const rows = Array.from({ length: 44 - first }, (_, index) => `row ${first + index}`);
	expect(first).toBeGreaterThan(10);
	expect(shown).toEqual([`${first} earlier`, ...rows, "chrome"]);
	await screen.stop();
});

test("a hundred thousand lines of output are shown, and later frames are fast", async () => {
	const chrome = new Rows(["chrome"]);
	const { screen, virtual, transcript, paint } = showScreen(chrome, { scrollback: 1000 });
	screen.start();
	transcript.append(new Text(Array.from({ length: 100_000 }, (_, index) => `line ${index}`).join("\n")), {
		settled: true,
	});
	await paint();
	expect(virtual.window().at(-2)).toBe("line 99999");
	virtual.takeWritten();
	chrome.set(["typed"]);
	await paint();
	expect([virtual.window().at(-1), virtual.takeWritten().length < 100]).toEqual(["typed", true]);
}, 30_000);

test("five megabytes of Markdown in one line are streamed and shown", async () => {
	const { screen, virtual, transcript, paint } = showScreen(new Rows(["chrome"]), { scrollback: 100 });
	screen.start();
	const markdown = new Markdown({ theme: plainTheme() });
	const block = transcript.append(markdown);
	for (let part = 0; part < 50; part++) {
		markdown.append("word ".repeat(20_000));
		await paint();
	}
	markdown.append("the end");
	markdown.finish();
	block.settle();
	await paint();
	expect(virtual.window().slice(-2).join(" ")).toContain("the end chrome");
}, 60_000);

test("bidirectional control characters and lone surrogates are harmless", async () => {
	const { screen, virtual, transcript, paint } = showScreen(new Rows(["chrome"]));
	screen.start();
	const evil = "a\u202eb\u2066c\ud800d\x1b[2Je\x9b2Jf\x07";
	const markdown = new Markdown({ theme: plainTheme() }, evil);
	transcript.append(markdown, { settled: true });
	transcript.append(new Text(plainText(evil)), { settled: true });
	await paint();
	expect(virtual.window().slice(0, 3)).toEqual(["abc\ufffddef", "", "abc\ufffddef"]);
});

test("a block that fails to render says so and does not affect others", async () => {
	const { screen, virtual, transcript, paint } = showScreen(new Rows(["chrome"]));
	const errors: unknown[] = [];
	screen.start();
	const broken = {
		render: () => {
			throw new Error("no \x1b[2Jcolor");
		},
	};
	transcript.append(new Rows(["before"]), { settled: true });
	transcript.append(broken, { onRenderError: (error) => errors.push(error) });
	transcript.append(new Rows(["after"]), { settled: true });
	await paint();
	await paint();
	expect(virtual.window().slice(0, 6)).toEqual(["before", "", "(cannot be shown: no color)", "", "after", "chrome"]);
	expect(errors).toEqual([new Error("no \x1b[2Jcolor")]);
});
