import { expect, test } from "bun:test";
import { parseChord } from "./chord.ts";
import { buildKeymap } from "./keymap.ts";
import { TUI_ACTIONS } from "./tui-actions.data.ts";

test("defaults work in legacy and kitty encodings", () => {
	const { keymap, warnings } = buildKeymap(TUI_ACTIONS);
	expect([
		keymap.matches("\x17", "tui.editor.deleteWordBackward"),
		keymap.matches("\x1b[119;5u", "tui.editor.deleteWordBackward"),
		keymap.matches("\x1f", "tui.editor.undo"),
		keymap.matches("x", "tui.editor.undo"),
		warnings,
	]).toEqual([true, true, true, false, []]);
});

test("every default chord can be parsed", () => {
	const unreadable = Object.values(TUI_ACTIONS).flatMap(({ chords }) => chords.filter((chord) => !parseChord(chord)));
	expect(unreadable).toEqual([]);
});

test("a user's chord replaces the action's own and is removed from other defaults", () => {
	const { keymap, warnings } = buildKeymap(TUI_ACTIONS, { "tui.editor.yank": "Ctrl+K" });
	expect({
		yank: keymap.chordsFor("tui.editor.yank"),
		deleteToLineEnd: keymap.chordsFor("tui.editor.deleteToLineEnd"),
		actions: keymap.actionsFor("\x0b"),
		warnings,
	}).toEqual({ yank: ["ctrl+k"], deleteToLineEnd: [], actions: ["tui.editor.yank"], warnings: [] });
});

test("an empty list unbinds", () => {
	const { keymap } = buildKeymap(TUI_ACTIONS, { "tui.editor.undo": [] });
	expect(keymap.actionsFor("\x1f")).toEqual([]);
});

test("mistakes are reported and leave the defaults alone", () => {
	const { keymap, warnings } = buildKeymap(TUI_ACTIONS, {
		"tui.nothing": "a",
		"tui.editor.undo": "ctrl+nokey",
		"tui.editor.yank": ["ctrl+q", "f1"],
		"tui.editor.yankPop": "f1",
	});
	expect(warnings).toEqual([
		{ kind: "unknown-action", action: "tui.nothing" },
		{ kind: "bad-chord", action: "tui.editor.undo", chord: "ctrl+nokey" },
		{ kind: "conflict", chord: "f1", actions: ["tui.editor.yank", "tui.editor.yankPop"] },
	]);
	expect(keymap.chordsFor("tui.editor.undo")).toEqual(["ctrl+-", "ctrl+_"]);
});
