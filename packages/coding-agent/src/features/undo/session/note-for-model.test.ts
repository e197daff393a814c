import { expect, test } from "bun:test";
import { partly } from "@oh-my-pi/pi-testkit/partly";
import { toBytePath } from "../contract/node-state.ts";
import type { Outcome } from "../shown/outcome-text.ts";
import { PendingNote } from "./note-for-model.ts";

const outcome = (direction: "undo" | "redo", ...paths: string[]) =>
	partly<Outcome>("outcome", {
		plan: partly<Outcome["plan"]>("plan", { direction }),
		result: partly<Outcome["result"]>("result", { changed: paths.map((path) => toBytePath(path)) }),
	});

const after =
	"Read these files again before you edit them, and do not repeat what was taken back unless you are asked to.";

test("undo and redo in a row are one note on how things ended", () => {
	const note = new PendingNote();
	const first = note.add(outcome("undo", "/w/a", "/w/b"), "/w");
	expect(first.text).toBe(`The user took back changes that you made to files: a, b. ${after}`);
	const second = note.add(outcome("redo", "/w/a"), "/w");
	expect(second.text).toBe(`The user took back changes that you made to files: b. ${after}`);
	const third = note.add(outcome("redo", "/w/b"), "/w");
	expect(third.text).toBeUndefined();
	expect([first.isStale(), second.isStale()]).toEqual([true, true]);
});

test("what was delivered is not told again", () => {
	const note = new PendingNote();
	expect(note.add(outcome("undo", "/w/a"), "/w").isStale()).toBe(false);
	expect(note.add(outcome("redo", "/w/a"), "/w").text).toBe(
		`The user put changes back that had been taken back: a. ${after}`,
	);
});
