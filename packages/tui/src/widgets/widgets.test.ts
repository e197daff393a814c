import { describe, expect, test } from "bun:test";
import { CURSOR_MARKER } from "../component.ts";
import { buildKeymap } from "../input/keymap.ts";
import { TUI_ACTIONS } from "../input/tui-actions.data.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { Rows } from "../testing/rows.ts";
import { plainTheme } from "../theme/plain-theme.ts";
import { Box } from "./box.ts";
import { Container } from "./container.ts";
import { drawFrame } from "./draw-frame.ts";
import { fuzzyFilter } from "./fuzzy.ts";
import { Input } from "./input.ts";
import { Loader } from "./loader.ts";
import { SelectList } from "./select-list.ts";
import { Spacer } from "./spacer.ts";
import { Text } from "./text.ts";
import { TruncatedText } from "./truncated-text.ts";

const { keymap } = buildKeymap(TUI_ACTIONS);
const theme = plainTheme();
const DOWN = "\x1b[B";
const UP = "\x1b[A";

describe("Container", () => {
	test("stacks children and returns the same array while they are unchanged", () => {
		const first = new Rows(["a"]);
		const container = new Container([first, new Spacer(), new Rows(["b"])]);
		const before = container.render(10);
		expect([before, container.render(10) === before]).toEqual([["a", "", "b"], true]);
		first.set(["c"]);
		expect(container.render(10)).toEqual(["c", "", "b"]);
	});

	test("children can be added and removed", () => {
		const container = new Container();
		const child = new Rows(["x"]);
		container.add(child);
		const shown = container.render(5);
		container.remove(child);
		expect([shown, container.render(5)]).toEqual([["x"], []]);
	});
});

test("Text wraps, pads and fills its background", () => {
	const text = new Text("hello world", { paddingX: 1, background: (row) => `<${row}>` });
	const rows = text.render(9);
	expect([rows, text.render(9) === rows]).toEqual([["< hello   >", "< world   >"], true]);
	text.setText("");
	expect(text.render(9)).toEqual([]);
});

test("TruncatedText is one row", () => {
	expect(new TruncatedText("first line is long\nsecond", { paddingX: 1 }).render(10)).toEqual([" first l…"]);
});

test("Box pads its child on all sides, or not if told, and draws nothing when empty", () => {
	const child = new Rows(["x"]);
	const box = new Box(child, { paddingX: 2, paddingY: 1, background: (row) => `<${row}>` });
	expect(box.render(7)).toEqual(["<       >", "<  x    >", "<       >"]);
	box.setIgnoreTight(true);
	expect(box.render(7)[1]).toBe("<x      >");
	child.set([]);
	expect(box.render(7)).toEqual([]);
});

test("drawFrame puts titles into the edges", () => {
	const sections = [
		{ title: "Edit: a.ts", rows: ["one"] },
		{ title: "Output", rows: ["two"] },
	];
	expect(drawFrame(sections, { width: 24, theme })).toEqual([
		"╭─── Edit: a.ts ───────╮",
		"│ one                  │",
		"├─── Output ───────────┤",
		"│ two                  │",
		"╰──────────────────────╯",
	]);
});

describe("Loader", () => {
	test("ticks while it is drawn, and stops when unseen or idle", () => {
		const clock = new ManualClock();
		let ticks = 0;
		const loader = new Loader({ theme, clock, onTick: () => ticks++, message: "Working…" });
		expect(loader.render(20)).toEqual([]);
		loader.start();
		expect(loader.render(20)).toEqual([" ⠋ Working…"]);
		clock.advance(80);
		expect(loader.render(20)).toEqual([" ⠙ Working…"]);
		clock.advance(80);
		clock.advance(1000);
		expect({ ticks, timers: clock.pendingTimers }).toEqual({ ticks: 2, timers: 0 });
		loader.render(20);
		loader.stop();
		expect({ rows: loader.render(20), timers: clock.pendingTimers }).toEqual({ rows: [], timers: 0 });
	});
});

describe("SelectList", () => {
	function open(options: { filterable?: boolean; maxVisible?: number; count?: number } = {}) {
		const heard: string[] = [];
		const items = ["alpha", "beta", "gamma", "delta"].slice(0, options.count ?? 4).map((label) => ({
			value: label,
			label,
			...(label === "beta" && { description: "second letter" }),
		}));
		const list = new SelectList({
			items,
			keymap,
			theme,
			onSelect: (value) => heard.push(`select ${value}`),
			onCancel: () => heard.push("cancel"),
			onHighlight: (value) => heard.push(`highlight ${value}`),
			...options,
		});
		list.focused = true;
		return { list, heard };
	}

	test("a problem is drawn as an error", () => {
		const marked = { ...theme, error: (text: string) => `!${text}!` };
		const items = [
			{ value: 1, label: "fine", description: "connected" },
			{ value: 2, label: "lost", description: "refused", isProblem: true },
		];
		const rows = new SelectList({ items, keymap, theme: marked, onSelect: () => {} }).render(60).join("\n");
		expect(rows).toContain("!lost!");
		expect(rows).toContain("!refused!");
		expect(rows).not.toMatch(/!(?:fine|connected)/);
	});

	test("moves, wraps around and chooses", () => {
		const { list, heard } = open();
		list.handleInput(DOWN);
		expect(list.render(30).map((row) => row.trimEnd())).toEqual([
			"  alpha",
			"❯ beta   second letter",
			"  gamma",
			"  delta",
		]);
		list.handleInput(UP);
		list.handleInput(UP);
		list.handleInput("\r");
		list.handleInput("\x1b");
		expect(heard).toEqual(["highlight beta", "highlight alpha", "highlight delta", "select delta", "cancel"]);
	});

	test("where a description has no room, the selected one is shown below its row", () => {
		const { list } = open();
		list.handleInput(DOWN);
		expect(list.render(20).map((row) => row.trimEnd())).toEqual([
			"  alpha",
			"❯ beta",
			"  second letter",
			"  gamma",
			"  delta",
		]);
	});

	test("scrolls, with a scrollbar", () => {
		const { list } = open({ maxVisible: 2 });
		for (let step = 0; step < 3; step++) list.handleInput(DOWN);
		expect(list.render(12).map((row) => row.trimEnd())).toEqual(["  gamma    │", "❯ delta    ┃"]);
	});

	test("typing filters the list; Escape clears the filter first", () => {
		const { list, heard } = open({ filterable: true });
		for (const key of "let") list.handleInput(key);
		expect(list.render(30).map((row) => row.trimEnd().replace(CURSOR_MARKER, "█"))).toEqual([
			"🔍 let█",
			"❯ beta  second letter",
		]);
		list.handleInput("\x1b");
		expect([list.query, list.render(30).length]).toEqual(["", 4]);
		list.handlePaste("zzz");
		expect(list.render(30).at(-1)).toBe("  No matches");
		list.handleInput("\x1b");
		list.handleInput("\x1b");
		expect(heard.at(-1)).toBe("cancel");
	});

	test("replaced items keep the highlight", () => {
		const { list } = open();
		list.handleInput(DOWN);
		list.setItems([
			{ value: "zero", label: "zero" },
			{ value: "beta", label: "beta" },
		]);
		expect(list.highlighted?.value).toBe("beta");
	});
});

test("fuzzy matching prefers whole and leading words, and needs every word", () => {
	const names = ["settings", "session list", "reset", "set model"];
	expect([
		fuzzyFilter("set", names, String),
		fuzzyFilter("ses li", names, String),
		fuzzyFilter("xyz", names, String),
	]).toEqual([["settings", "set model", "reset", "session list"], ["session list"], []]);
});

describe("Input", () => {
	function open(options: { masked?: boolean; placeholder?: string } = {}) {
		const heard: string[] = [];
		const input = new Input({
			keymap,
			theme,
			onSubmit: (text) => heard.push(`submit ${text}`),
			onCancel: () => heard.push("cancel"),
			onChange: (text) => heard.push(text),
			...options,
		});
		input.focused = true;
		return { input, heard };
	}

	test("edits one line and reports changes", () => {
		const { input, heard } = open({ placeholder: "name" });
		expect(input.render(20)).toEqual([`❯ ${CURSOR_MARKER}name`]);
		for (const key of ["a", "b", "\x7f", "\r", "\x1b"]) input.handleInput(key);
		input.handlePaste("two\nlines");
		expect(heard).toEqual(["a", "ab", "a", "submit a", "cancel", "atwo lines"]);
	});

	test("scrolls horizontally with the caret", () => {
		const { input } = open();
		input.setText("0123456789");
		expect(input.render(8)[0]).toBe(`❯ 56789${CURSOR_MARKER}`);
		input.handleInput("\x01");
		expect(input.render(8)[0]).toBe(`❯ ${CURSOR_MARKER}012345`);
	});

	test("a masked field shows only the number of characters", () => {
		const { input } = open({ masked: true });
		input.setText("key");
		expect([input.render(20)[0], input.text]).toEqual([`❯ •••${CURSOR_MARKER}`, "key"]);
	});
});
