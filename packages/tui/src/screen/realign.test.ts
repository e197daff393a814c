import { expect, test } from "bun:test";
import { realign } from "./realign.ts";

const history = ["one", "two", "three"];

test("rows that stayed, or changed only in place, leave the boundary alone", () => {
	const stays = { committedRows: 3, committedTail: history, isFinal: false };
	expect([
		realign({ ...stays, rows: ["one", "two", "three", "four"] }),
		realign({ ...stays, rows: ["ONE", "two", "THREE", "four"] }),
		realign({ ...stays, rows: ["one", "\x1b[31mtwo\x1b[0m", "three  "] }),
	]).toEqual([3, 3, 3]);
});

test("rows inserted or removed above take the boundary along", () => {
	const moves = { committedRows: 3, committedTail: history, isFinal: false };
	expect([
		realign({ ...moves, rows: ["new", "one", "two", "three", "four"] }),
		realign({
			committedRows: 4,
			committedTail: ["zero", ...history],
			isFinal: false,
			rows: ["one", "two", "three", "four", "five"],
		}),
	]).toEqual([4, 3]);
});

test("what cannot be found again waits until it is final, then comes from the first change on", () => {
	const rows = ["one", "x", "y", "z"];
	const changed = { committedRows: 3, committedTail: ["one", "b", "c"], rows: ["1", "x", "y", "z"] };
	expect([
		realign({ ...changed, isFinal: false }),
		realign({ ...changed, isFinal: true }),
		realign({ committedRows: 4, committedTail: ["one", "b", "c", "d"], rows, isFinal: true }),
		realign({ committedRows: 9, committedTail: ["p", "q", "r"], rows: ["short"], isFinal: false }),
	]).toEqual([3, 0, 1, 1]);
});

test("blank rows say nothing about the place", () => {
	expect(realign({ rows: ["a", "b", "c"], committedRows: 2, committedTail: ["", ""], isFinal: true })).toBe(2);
});
