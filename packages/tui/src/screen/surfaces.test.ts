import { describe, expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { Component, Focusable } from "../component.ts";
import { CURSOR_MARKER } from "../component.ts";
import { Rows } from "../testing/rows.ts";
import { showScreen } from "../testing/show.ts";

class Recorder extends Rows implements Component, Focusable {
	focused = false;
	readonly heard: string[] = [];

	handleInput(data: string): void {
		this.heard.push(data);
	}

	handlePaste(text: string): void {
		this.heard.push(`paste:${text}`);
	}
}

describe("overlays", () => {
	test("cover the window and restore it", async () => {
		const { screen, virtual, paint } = showScreen(new Rows(["0123456789", "0123456789", "0123456789"]), {
			columns: 10,
			rows: 4,
		});
		screen.start();
		const overlay = screen.showOverlay(new Rows([`[${CURSOR_MARKER}x]`]), { width: 4, anchor: "center" });
		await paint();
		expect([virtual.window(), virtual.cursor()]).toEqual([
			["0123456789", "012[x] 789", "0123456789", ""],
			{ row: 1, column: 4 },
		]);
		overlay.hide();
		await paint();
		expect(virtual.window()).toEqual(["0123456789", "0123456789", "0123456789", ""]);
	});

	test("wide characters cut by an edge become spaces", async () => {
		const { screen, virtual, paint } = showScreen(new Rows(["日日日日日"]), { columns: 10, rows: 2 });
		screen.start();
		screen.showOverlay(new Rows(["####"]), { width: 4, anchor: "top-center" });
		await paint();
		expect(virtual.window()[0]).toBe("日 #### 日");
	});

	test("a short window grows for them", async () => {
		const { screen, virtual, paint } = showScreen(new Rows(["chrome"]), { columns: 10, rows: 6 });
		screen.start();
		const overlay = screen.showOverlay(new Rows(["a", "b", "c"]), { width: 3, anchor: "bottom-left" });
		await paint();
		expect(virtual.window()).toEqual(["a  ome", "b", "c", "", "", ""]);
		overlay.hide();
		await paint();
		expect(virtual.window()).toEqual(["chrome", "", "", "", "", ""]);
	});

	test("do not get into history while the transcript grows below", async () => {
		const { screen, virtual, transcript, paint } = showScreen(new Rows(["chrome"]), { columns: 20, rows: 5 });
		screen.start();
		const overlay = screen.showOverlay(new Rows(["OVERLAY", "OVERLAY"]), { anchor: "top-left", width: 10 });
		for (let index = 1; index <= 12; index++) {
			transcript.append(new Rows([`row${index}`]), { settled: true, gap: 0 });
			await paint();
		}
		expect(virtual.scrollback()).toEqual([]);
		expect(virtual.window()).toEqual(["OVERLAY", "OVERLAY", "row11", "row12", "chrome"]);
		overlay.hide();
		await paint();
		expect([...virtual.scrollback(), ...virtual.window()]).toEqual([
			...Array.from({ length: 12 }, (_, index) => `row${index + 1}`),
			"chrome",
		]);
	});

	verifies("tui:render:overlays", async () => {
		const under = showScreen(new Rows(["日本日本日本", "日本日本日本"]), { columns: 12, rows: 4 });
		under.screen.start();
		under.screen.showOverlay(new Rows(["aaaaaaaa"]), { width: 8, anchor: "top-left" });
		under.screen.showOverlay(new Rows(["bbb"]), { width: 3, anchor: "top-left" });
		await under.paint();
		expect(under.virtual.window().slice(0, 2)).toEqual(["bbbaaaaa日本", "日本日本日本"]);
		const editor = new Recorder(["editor"]);
		const first = new Recorder(["first"]);
		const second = new Recorder(["second"]);
		const { screen, virtual } = showScreen(editor);
		screen.setFocus(editor);
		screen.start();
		const below = screen.showOverlay(first);
		const above = screen.showOverlay(second, { visible: (columns) => columns >= 40 });
		virtual.type("a");
		above.hide();
		virtual.type("b");
		below.hide();
		virtual.type("c");
		await virtual.settle();
		expect([editor.heard, first.heard, second.heard]).toEqual([["c"], ["b"], ["a"]]);
		expect([editor.focused, first.focused, second.focused]).toEqual([true, false, false]);
	});

	test("without room are hidden and get no input", async () => {
		const editor = new Recorder(["editor"]);
		const { screen, virtual, resize } = showScreen(editor, { columns: 30, rows: 5 });
		screen.setFocus(editor);
		screen.start();
		const wide = new Recorder(["wide"]);
		screen.showOverlay(wide, { visible: (columns) => columns >= 40 });
		virtual.type("a");
		await resize(50, 5);
		virtual.type("b");
		await virtual.settle();
		expect([editor.heard, wide.heard, virtual.window()[0]]).toEqual([["a"], ["b"], "wide"]);
	});
});

describe("input", () => {
	test("pastes arrive whole, releases not at all, and listeners may consume or change input", async () => {
		const editor = new Recorder(["editor"]);
		const { screen, virtual } = showScreen(editor);
		screen.setFocus(editor);
		screen.start();
		const remove = screen.addInputListener((event) => {
			if (event.data === "q") return undefined;
			return event.data === "x" ? { type: "text", data: "y" } : event;
		});
		virtual.type("qx\x1b[1;1:3A\x1b[200~two\nlines\x1b[201~");
		remove();
		virtual.type("q");
		expect(editor.heard).toEqual(["y", "paste:two\nlines", "q"]);
	});
});

verifies("tui:input:key-release", async () => {
	const editor = new Recorder(["editor"]);
	const { screen, virtual } = showScreen(editor, { replies: [{ query: "\x1b[?u", reply: "\x1b[?0u" }] });
	screen.setFocus(editor);
	screen.start();
	await virtual.settle();
	virtual.type("\x1b[97u\x1b[97;1:3u\x1b[13u");
	const stopped = screen.stop();
	// The key release arrives while the terminal is restored.
	virtual.type("\x1b[13;1:3u");
	await virtual.settle();
	await stopped;
	expect({ heard: editor.heard, reading: virtual.modes().reading, listeners: virtual.listenerCount() }).toEqual({
		heard: ["\x1b[97u", "\x1b[13u"],
		reading: false,
		listeners: 0,
	});
	const written = virtual.takeWritten();
	expect(written.lastIndexOf("\x1b[c")).toBeGreaterThan(written.lastIndexOf("\x1b[<u"));
});

describe("full-screen surfaces", () => {
	test("use the alternate screen while the transcript grows unseen", async () => {
		const { screen, virtual, transcript, paint } = showScreen(new Rows(["chrome"]), { columns: 20, rows: 4 });
		screen.start();
		await paint();
		const surface = new Recorder(["settings", `row ${CURSOR_MARKER}`]);
		const handle = screen.showFullscreen(surface, { mouse: true });
		await paint();
		virtual.type("k");
		transcript.append(new Rows(["one", "two", "three", "four", "five"]), { settled: true });
		await paint();
		expect({
			...virtual.modes(),
			window: virtual.window(),
			cursor: virtual.cursor(),
			heard: surface.heard,
		}).toMatchObject({
			alternateScreen: true,
			mouse: true,
			window: ["settings", "row", "", ""],
			cursor: { row: 1, column: 4 },
			heard: ["k"],
		});
		handle.hide();
		await paint();
		expect({ ...virtual.modes(), all: [...virtual.scrollback(), ...virtual.window()] }).toMatchObject({
			alternateScreen: false,
			mouse: false,
			all: ["one", "two", "three", "four", "five", "chrome"],
		});
	});

	test("a resize meanwhile is handled when they close", async () => {
		const { screen, virtual, transcript, paint, resize, clock } = showScreen(new Rows(["chrome"]), {
			columns: 20,
			rows: 6,
		});
		screen.start();
		transcript.append(new Rows(["one", "two", "three"]), { settled: true });
		await paint();
		const handle = screen.showFullscreen(new Rows(["settings"]));
		await resize(12, 4);
		expect(virtual.window()).toEqual(["settings", "", "", ""]);
		handle.hide();
		await virtual.settle();
		clock.advance(40);
		await paint();
		expect([...virtual.scrollback(), ...virtual.window()].filter((row) => row !== "")).toEqual([
			"one",
			"two",
			"three",
			"chrome",
		]);
	});

	test("are redrawn when the size is restored before anything was painted", async () => {
		const { screen, virtual, paint, resize } = showScreen(new Rows(["chrome"]), { columns: 20, rows: 6 });
		screen.start();
		screen.showFullscreen(new Rows(["first row", "second row", "third row"]));
		await paint();
		virtual.resize(3, 1);
		await resize(20, 6);
		await paint();
		expect(virtual.window()).toEqual(["first row", "second row", "third row", "", "", ""]);
	});

	test("are redrawn when one follows another after a resize", async () => {
		const { screen, virtual, paint, resize } = showScreen(new Rows(["chrome"]), { columns: 20, rows: 6 });
		screen.start();
		const handle = screen.showFullscreen(new Rows(["frame", "first", "frame"]));
		await resize(12, 4);
		handle.hide();
		await virtual.settle();
		screen.showFullscreen(new Rows(["frame", "second", "frame"]));
		await paint();
		expect(virtual.window()).toEqual(["frame", "second", "frame", ""]);
	});
});
