import { describe, expect, test } from "bun:test";
import { EditSession } from "./edit-session.ts";
import { PasteStore } from "./paste-store.ts";

/** The text with `|` for the caret. */
function show(session: EditSession): string {
	const { lines, lineIndex, column } = session.state;
	return lines
		.map((line, index) => (index === lineIndex ? `${line.slice(0, column)}|${line.slice(column)}` : line))
		.join("\n");
}

function edit(textWithCaret: string, ...actions: string[]): string {
	const session = new EditSession();
	const [before = "", after = ""] = textWithCaret.split("|");
	session.reset(before + after);
	const lines = before.split("\n");
	session.moveCaret(lines.length - 1, lines.at(-1)?.length ?? 0);
	for (const action of actions) session.perform(`tui.editor.${action}`);
	return show(session);
}

describe("motions", () => {
	test("the caret moves by whole graphemes, across lines", () => {
		expect([
			edit("a👍🏽|b", "cursorLeft"),
			edit("|👍🏽b", "cursorRight"),
			edit("a\n|b", "cursorLeft"),
			edit("a|\nb", "cursorRight"),
			edit("|a", "cursorLeft"),
			edit("a|", "cursorRight"),
		]).toEqual(["a|👍🏽b", "👍🏽|b", "a|\nb", "a\n|b", "|a", "a|"]);
	});

	test("by words and to line ends", () => {
		expect([
			edit("one two|", "cursorWordLeft"),
			edit("|one two", "cursorWordRight"),
			edit("one\n|two", "cursorWordLeft"),
			edit("one two|", "cursorLineStart"),
			edit("|one two", "cursorLineEnd"),
		]).toEqual(["one |two", "one| two", "one|\ntwo", "|one two", "one two|"]);
	});

	test("jumping to a character", () => {
		const session = new EditSession();
		session.reset("a.b\nc.d");
		session.moveCaret(0, 1);
		session.jump(".", "forward");
		expect(show(session)).toBe("a.b\nc|.d");
		session.jump(".", "backward");
		expect(show(session)).toBe("a|.b\nc.d");
		session.jump("x", "forward");
		expect(show(session)).toBe("a|.b\nc.d");
	});
});

describe("deleting", () => {
	test("characters, words, to either end, joining lines", () => {
		expect([
			edit("ab👍🏽|", "deleteCharBackward"),
			edit("|ab", "deleteCharForward"),
			edit("a\n|b", "deleteCharBackward"),
			edit("a|\nb", "deleteCharForward"),
			edit("one two|", "deleteWordBackward"),
			edit("|one two", "deleteWordForward"),
			edit("one tw|o", "deleteToLineStart"),
			edit("on|e two", "deleteToLineEnd"),
			edit("a\n|b", "deleteToLineStart"),
			edit("a|\nb", "deleteToLineEnd"),
		]).toEqual(["ab|", "|b", "a|b", "a|b", "one |", "| two", "|o", "on|", "a|b", "a|b"]);
	});

	test("deleting nothing adds no undo step", () => {
		expect(edit("|a", "deleteCharBackward", "undo")).toBe("|a");
	});
});

describe("kill ring", () => {
	test("consecutive kills are joined in reading order", () => {
		expect(edit("one two three|", "deleteWordBackward", "deleteWordBackward", "yank")).toBe("one two three|");
		expect(edit("|one two three", "deleteWordForward", "deleteWordForward", "yank")).toBe("one two| three");
	});

	test("a motion in between starts a new entry, and pop cycles through them", () => {
		const actions = ["deleteWordBackward", "cursorLineStart", "deleteWordForward", "yank"];
		expect(edit("one two|", ...actions)).toBe("one| ");
		expect(edit("one two|", ...actions, "yankPop")).toBe("two| ");
		expect(edit("one two|", ...actions, "yankPop", "yankPop")).toBe("one| ");
	});

	test("pop does nothing unless the last action was a yank", () => {
		expect(edit("one two|", "deleteWordBackward", "yankPop")).toBe("one |");
	});
});

describe("undo", () => {
	test("undoes a word or an operation at a time", () => {
		const session = new EditSession();
		for (const character of "one two") session.type(character);
		session.perform("tui.editor.deleteCharBackward");
		session.perform("tui.editor.deleteCharBackward");
		const seen = [];
		for (let step = 0; step < 4; step++) {
			session.perform("tui.editor.undo");
			seen.push(session.text);
		}
		expect(seen).toEqual(["one two", "one", "", ""]);
	});

	test("keeps more than a hundred steps", () => {
		const session = new EditSession();
		for (let index = 0; index < 150; index++) session.insert(`${index}\n`);
		for (let index = 0; index < 150; index++) session.perform("tui.editor.undo");
		expect(session.text).toBe("");
	});
});

describe("paste markers", () => {
	function withMarker() {
		const store = new PasteStore();
		const session = new EditSession({ atoms: store.atoms });
		const pasted = Array.from({ length: 15 }, (_, index) => `line ${index}`).join("\n");
		session.insert("see ");
		session.insert(store.add(pasted));
		session.insert(" ok");
		return { store, session, pasted };
	}

	test("a large paste is shown as a marker and submitted in full", () => {
		const { store, session, pasted } = withMarker();
		expect([session.text, store.expand(session.text)]).toEqual(["see [Paste #1 +15 lines] ok", `see ${pasted} ok`]);
		expect([store.add("x".repeat(1500)), store.add("short\ntext")]).toEqual(["[Paste #2 1500 chars]", "short\ntext"]);
	});

	test("a line break at the end is no line of its own", () => {
		const store = new PasteStore();
		expect(store.add("row\n".repeat(500))).toBe("[Paste #1 +500 lines]");
		expect(store.add("row\n".repeat(10))).toBe("row\n".repeat(10));
	});

	test("the caret skips a marker, and deleting any part deletes all of it", () => {
		const { session } = withMarker();
		for (const _ of " ok") session.perform("tui.editor.cursorLeft");
		session.perform("tui.editor.cursorLeft");
		expect(show(session)).toBe("see |[Paste #1 +15 lines] ok");
		session.perform("tui.editor.cursorWordRight");
		session.perform("tui.editor.deleteCharBackward");
		expect(show(session)).toBe("see | ok");
		session.perform("tui.editor.undo");
		session.moveCaret(0, 8);
		session.perform("tui.editor.deleteCharForward");
		expect(session.text).toBe("see  ok");
	});

	test("text that only looks like a marker is text", () => {
		const store = new PasteStore();
		expect([store.atoms("[Paste #9 +15 lines]"), store.expand("[Paste #9 +15 lines]")]).toEqual([
			[],
			"[Paste #9 +15 lines]",
		]);
	});
});
