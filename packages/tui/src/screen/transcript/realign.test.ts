import { expect, test } from "bun:test";
import { realign } from "./realign.ts";

const history = ["one", "two", "three"];

test("unchanged rows, or rows changed in place, do not move the boundary", () => {
	const stays = { committedRows: 3, committedTail: history, isFinal: false };
	expect([
		realign({ ...stays, rows: ["one", "two", "three", "four"] }),
		realign({ ...stays, rows: ["ONE", "two", "THREE", "four"] }),
		realign({ ...stays, rows: ["one", "\x1b[31mtwo\x1b[0m", "three  "] }),
	]).toEqual([3, 3, 3]);
});

test("rows inserted or removed above move the boundary", () => {
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

test("rows that are not found wait until they are final, then are shown from the first change on", () => {
	const rows = ["one", "x", "y", "z"];
	const changed = { committedRows: 3, committedTail: ["one", "b", "c"], rows: ["1", "x", "y", "z"] };
	expect([
		realign({ ...changed, isFinal: false }),
		realign({ ...changed, isFinal: true }),
		realign({ committedRows: 4, committedTail: ["one", "b", "c", "d"], rows, isFinal: true }),
		realign({ committedRows: 9, committedTail: ["p", "q", "r"], rows: ["short"], isFinal: false }),
	]).toEqual([3, 0, 1, 1]);
});

test("blank rows do not determine the position", () => {
	expect(realign({ rows: ["a", "b", "c"], committedRows: 2, committedTail: ["", ""], isFinal: true })).toBe(2);
});
