import { describe, expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { CURSOR_MARKER } from "../../component.ts";
import { buildKeymap } from "../../input/keymap.ts";
import { TUI_ACTIONS } from "../../input/tui-actions.data.ts";
import { plainTheme } from "../../theme/plain-theme.ts";
import type { CompletionList } from "./completions.ts";
import { Editor, type EditorOptions } from "./editor.ts";

const { keymap } = buildKeymap(TUI_ACTIONS);
const KEYS = { up: "\x1b[A", down: "\x1b[B", left: "\x1b[D", enter: "\r", tab: "\t", escape: "\x1b", newLine: "\n" };

function open(options: Partial<EditorOptions> = {}) {
	const submitted: string[] = [];
	const editor = new Editor({
		theme: plainTheme(),
		keymap,
		screenRows: () => 24,
		requestRender: () => {},
		onSubmit: (text) => submitted.push(text),
		...options,
	});
	editor.focused = true;
	const type = (text: string) => {
		for (const character of text) editor.handleInput(character);
	};
	return { editor, submitted, type };
}

/** Rows with a `█` at the caret. */
function rows(editor: Editor, width = 30): string[] {
	return editor.render(width).map((row) => row.replace(CURSOR_MARKER, "█"));
}

describe("looks", () => {
	test("the top edge has the status line, the last row of text the bottom edge", () => {
		const { editor, type } = open({ topLine: () => " status " });
		type("hello");
		editor.handleInput(KEYS.newLine);
		type("world");
		expect(rows(editor, 24)).toEqual([
			"╭─ status ─────────────╮",
			"│  hello               │",
			"╰─ world█              ─╯",
		]);
	});

	test("an empty editor shows the placeholder after the caret", () => {
		const { editor } = open({ placeholder: () => "Ask anything" });
		expect(rows(editor, 24)).toEqual(["╭──────────────────────╮", "╰─ █Ask anything       ─╯"]);
	});

	test("the bottom edge can have its own row", () => {
		const { editor } = open({ ownBottomRow: () => true });
		expect(rows(editor, 12)).toEqual(["╭──────────╮", "│  █        │", "╰──────────╯"]);
	});

	test("without the terminal's cursor the caret is drawn", () => {
		const { editor, type } = open({ theme: { ...plainTheme(), inverse: (text) => `<${text}>` } });
		editor.setUseTerminalCursor(false);
		type("ab");
		editor.handleInput(KEYS.left);
		expect(editor.render(20)[1]).toContain("a<b>");
	});

	test("every row has exactly the given width, for any text", () => {
		const { editor, type } = open();
		type("日本語のテキスト and a long word: supercalifragilistic \t tab");
		for (const width of [7, 10, 23, 40]) {
			const widths = editor.render(width).map((row) => Bun.stringWidth(row));
			expect(widths.filter((columns) => columns !== width)).toEqual([]);
		}
	});

	test("it grows to the limit, then scrolls with the caret", () => {
		const { editor, type } = open({ screenRows: () => 20 });
		for (let line = 1; line <= 9; line++) {
			type(`line ${line}`);
			if (line < 9) editor.handleInput(KEYS.newLine);
		}
		expect(rows(editor, 20).map((row) => row.slice(3, 9))).toEqual([
			"──────",
			"line 4",
			"line 5",
			"line 6",
			"line 7",
			"line 8",
			"line 9",
		]);
		for (let step = 0; step < 8; step++) editor.handleInput(KEYS.up);
		expect(rows(editor, 20)[1]).toContain("line 1");
	});

	test("unchanged content returns the same array", () => {
		const { editor, type } = open();
		type("x");
		expect(editor.render(40)).toBe(editor.render(40));
	});
});

describe("moving", () => {
	test("up and down move by visible rows and keep the column", () => {
		const { editor, type } = open();
		type("abcdefghij klmnopqrs tu");
		editor.render(16);
		editor.handleInput(KEYS.up);
		editor.handleInput(KEYS.up);
		expect(rows(editor, 16)).toEqual(["╭──────────────╮", "│  ab█cdefghij  │", "│  klmnopqrs   │", "╰─ tu         ─╯"]);
		editor.handleInput(KEYS.down);
		editor.handleInput(KEYS.down);
		expect(rows(editor, 16)[3]).toBe("╰─ tu█         ─╯");
	});

	test("a jump key moves the caret to the next occurrence of a character", () => {
		const { editor, type } = open();
		type("a.b.c");
		editor.handleInput("\x01");
		editor.handleInput("\x1d");
		editor.handleInput(".");
		editor.handleInput("\x1d");
		editor.handleInput(".");
		expect(rows(editor, 16)[1]).toBe("╰─ a.b█.c      ─╯");
	});
});

verifies("tui:editor:motions", () => {
	const { editor, type } = open();
	const lines = Array.from({ length: 30 }, (_, index) => `line ${index}: déjà vu`);
	editor.setText(lines.join("\n"));
	editor.render(40);
	const marked = (...keys: string[]) => {
		for (const key of keys) editor.handleInput(key);
		editor.render(40);
		type("█");
		const text = editor.text;
		editor.handleInput("\x7f");
		return text.split("\n").find((line) => line.includes("█"));
	};
	const [pageUp, wordLeft, wordRight, home, end] = ["\x1b[5~", "\x1bb", "\x1bf", "\x1b[H", "\x1b[F"];
	expect([
		marked(KEYS.up),
		marked(wordLeft),
		marked(wordLeft),
		marked(wordRight),
		marked(home),
		marked(end),
		marked(pageUp, home),
		marked("\x1d", "v"),
		marked("\x1b\x1d", "l"),
	]).toEqual([
		"line 28: déjà vu█",
		"line 28: déjà █vu",
		"line 28: █déjà vu",
		"line 28: déjà█ vu",
		"█line 28: déjà vu",
		"line 28: déjà vu█",
		"█line 18: déjà vu",
		"line 18: déjà █vu",
		"█line 18: déjà vu",
	]);
});

verifies("tui:editor:kill-ring-undo", () => {
	const { editor, type } = open();
	const press = (...keys: string[]) => {
		for (const key of keys) editor.handleInput(key);
		return editor.text;
	};
	const [killWord, yank, yankPop, undo, home, killLine] = ["\x17", "\x19", "\x1by", "\x1f", "\x01", "\x0b"];
	type("one two three");
	expect(press(killWord, killWord)).toBe("one ");
	expect(press(yank)).toBe("one two three");
	expect(press(home, killLine)).toBe("");
	expect(press(yank, yank)).toBe("one two threeone two three");
	expect(press(yankPop)).toBe("one two threetwo three");
	editor.clear();
	for (let word = 0; word < 120; word++) type(` w${word}`);
	expect(press(undo, undo).endsWith("w117")).toBe(true);
	expect(press(...Array<string>(118).fill(undo))).toBe("");
});

describe("history", () => {
	verifies("tui:editor:history-walk", () => {
		const entries = ["latest", "older\ntwo"];
		const { editor, type } = open({ history: { entry: (index) => entries[index] } });
		type("draft");
		const seen = [];
		for (const key of [KEYS.up, KEYS.up, KEYS.up, KEYS.down, KEYS.down, KEYS.down]) {
			editor.handleInput(key);
			seen.push(editor.text);
		}
		expect(seen).toEqual(["latest", "older\ntwo", "older\ntwo", "older\ntwo", "latest", "draft"]);
		// The caret is at the end, where one goes on writing.
		editor.handleInput(KEYS.up);
		type(" words");
		expect(editor.text).toBe("latest words");
	});
});

describe("sending", () => {
	verifies("tui:editor:newlines", () => {
		const { editor, submitted, type } = open();
		for (const key of ["\x1b[13;2u", "\x1b\r", "\n"]) {
			type("a");
			editor.handleInput(key);
		}
		editor.handleInput(KEYS.enter);
		expect(submitted).toEqual(["a\na\na\n"]);
	});

	verifies("tui:editor:paste-markers", () => {
		const pasted = Array.from({ length: 12 }, (_, index) => `l${index}`).join("\n");
		const { editor, submitted } = open();
		editor.handlePaste(pasted.replaceAll("\n", "\r"));
		expect(editor.text).toBe("[Paste #1 +12 lines]");
		editor.handleInput(KEYS.enter);
		expect(submitted).toEqual([pasted]);
		editor.handlePaste(pasted);
		expect(editor.text).toBe(pasted);
		editor.clear();
		editor.handlePaste("x".repeat(1001));
		expect(editor.text).toBe("[Paste #1 1001 chars]");
		editor.handleInput("\x7f");
		expect(editor.text).toBe("");
	});

	test("a paste cannot contain control sequences", () => {
		const { editor } = open();
		editor.handlePaste("a\x1b[31mb\x07\r\nc\td");
		expect(editor.text).toBe("ab\nc\td");
	});

	test("clear also clears the undo history", () => {
		const { editor, type } = open();
		type("secret");
		editor.clear();
		editor.handleInput("\x1f");
		expect([editor.text, editor.isEmpty]).toEqual(["", true]);
	});
});

describe("completions", () => {
	const list = (start: number, end: number): CompletionList => ({
		start,
		end,
		items: [
			{ label: "/help", description: "Show help", submits: true },
			{ label: "/hello", insert: "/hello " },
		],
	});

	function completing(
		reply: (text: string, isForced: boolean) => CompletionList | undefined | Promise<CompletionList | undefined>,
	) {
		return open({
			completions: { complete: ({ state, isForced }) => reply(state.lines[state.lineIndex] ?? "", isForced) },
		});
	}

	test("an obsolete list is not chosen from", async () => {
		const answers: Array<(value: CompletionList | undefined) => void> = [];
		const { editor, type, submitted } = completing(() => new Promise((resolve) => answers.push(resolve)));
		type("/he");
		answers.at(-1)?.(list(0, 3));
		await Bun.sleep(0);
		expect(editor.isCompleting).toBe(true);
		type("re");
		editor.handleInput(KEYS.enter);
		expect(submitted).toEqual(["/here"]);
	});

	test("complete text is submitted, unless another item was selected", () => {
		const complete = () => ({ ...list(0, 3), isComplete: true });
		const typed = completing(complete);
		typed.type("/he");
		typed.editor.handleInput(KEYS.enter);
		expect(typed.submitted).toEqual(["/he"]);
		const moved = completing(complete);
		moved.type("/he");
		moved.editor.handleInput(KEYS.down);
		moved.editor.handleInput(KEYS.enter);
		expect([moved.submitted, moved.editor.text]).toEqual([[], "/hello "]);
	});

	test("where Enter takes no item none is marked, until one is selected", () => {
		const undecided = () => ({ ...list(0, 3), isComplete: true, isUndecided: true });
		const { editor, type, submitted } = completing(undecided);
		type("/he");
		expect(rows(editor, 30).slice(2)).toEqual(["  /help   Show help", "  /hello"]);
		editor.handleInput(KEYS.down);
		expect(rows(editor, 30).slice(2)).toEqual(["❯ /help   Show help", "  /hello"]);
		const other = completing(undecided);
		other.type("/he");
		other.editor.handleInput(KEYS.enter);
		expect([submitted, other.submitted]).toEqual([[], ["/he"]]);
	});

	test("an item with an action removes the text typed to find it", () => {
		const done: string[] = [];
		const { editor, type } = completing((text) =>
			text.endsWith("#")
				? { start: 2, end: 3, items: [{ label: "#undo", act: () => void done.push("undo") }] }
				: undefined,
		);
		type("a #");
		editor.handleInput(KEYS.tab);
		expect([done, editor.text]).toEqual([["undo"], "a "]);
	});

	test("appear below while typing, and keys choose among them", () => {
		const { editor, type } = completing((text) => (text.startsWith("/") ? list(0, text.length) : undefined));
		type("/he");
		expect(rows(editor, 30).slice(2)).toEqual(["❯ /help   Show help", "  /hello"]);
		editor.handleInput(KEYS.down);
		editor.handleInput(KEYS.tab);
		expect(editor.text).toBe("/hello ");
	});

	test("Enter takes the item, and submits if the item says so", () => {
		const { editor, type, submitted } = completing((text) =>
			text.startsWith("/h") && text.length < 4 ? list(0, text.length) : undefined,
		);
		type("/h");
		editor.handleInput(KEYS.enter);
		expect(submitted).toEqual(["/help"]);
	});

	test("Escape closes the list and keeps the text", () => {
		const { editor, type } = completing((text) => list(0, text.length));
		type("/h");
		expect(editor.isCompleting).toBe(true);
		editor.handleInput(KEYS.escape);
		expect([editor.isCompleting, editor.text]).toEqual([false, "/h"]);
	});

	verifies("tui:complete:stale-dropped", async () => {
		const answers: Array<(value: CompletionList | undefined) => void> = [];
		const { editor, type } = completing(() => new Promise((resolve) => answers.push(resolve)));
		type("/h");
		answers[0]?.(list(0, 1));
		await Promise.resolve();
		expect(editor.isCompleting).toBe(false);
		answers[1]?.(list(0, 2));
		await Promise.resolve();
		expect(editor.isCompleting).toBe(true);
	});

	verifies("tui:complete:keys", () => {
		const items = Array.from({ length: 20 }, (_, index) => ({ label: `item-${index}` }));
		const chosen = (...keys: string[]) => {
			const { editor, type } = completing((text) => (text === "i" ? { items, start: 0, end: 1 } : undefined));
			type("i");
			for (const key of keys) editor.handleInput(key);
			return [editor.text, editor.isCompleting];
		};
		const [pageDown, pageUp] = ["\x1b[6~", "\x1b[5~"];
		expect([
			chosen(KEYS.tab),
			chosen(KEYS.enter),
			chosen(KEYS.down, KEYS.down, KEYS.up, KEYS.tab),
			chosen(KEYS.up, KEYS.tab),
			chosen(pageDown, KEYS.tab),
			chosen(pageDown, pageDown, pageUp, KEYS.tab),
			chosen(KEYS.escape),
		]).toEqual([
			["item-0", false],
			["item-0", false],
			["item-1", false],
			["item-19", false],
			["item-8", false],
			["item-8", false],
			["i", false],
		]);
	});

	test("a failing provider offers nothing", async () => {
		const { editor, type } = completing(() => Promise.reject(new Error("no")));
		type("/");
		await Promise.resolve();
		await Promise.resolve();
		expect(editor.isCompleting).toBe(false);
	});

	test("with Tab, a single one is inserted at once", () => {
		const { editor, type } = completing((text, isForced) =>
			isForced ? { start: 0, end: text.length, items: [{ label: "src/main.ts" }] } : undefined,
		);
		type("src/m");
		editor.handleInput(KEYS.tab);
		expect([editor.text, editor.isCompleting]).toEqual(["src/main.ts", false]);
	});

	test("a hint is shown dimmed after the caret", () => {
		const { editor, type } = completing(() => ({ start: 0, end: 0, items: [], hint: "<name>" }));
		type("/new ");
		expect(rows(editor, 24)[1]).toBe("╰─ /new █<name>        ─╯");
	});
});

test("ten thousand lines stay editable", () => {
	const { editor, type } = open();
	editor.setText(Array.from({ length: 10_000 }, (_, index) => `line ${index}`).join("\n"));
	type("x");
	expect(rows(editor, 40).at(-1)).toContain("line 9999x█");
});
