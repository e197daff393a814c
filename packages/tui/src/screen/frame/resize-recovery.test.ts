import { expect, test } from "bun:test";
import { type ResizeSituation, recoverFromResize } from "./resize-recovery.ts";

function situation(changes: Partial<ResizeSituation>): ResizeSituation {
	return {
		painted: { rows: ["a".repeat(10), "b".repeat(10), "c", "edit", "end"], cursorRow: 3, cursorColumn: 2 },
		committableRows: 3,
		firstRow: 0,
		oldSize: { columns: 10, height: 5 },
		size: { columns: 10, height: 5 },
		cursor: { row: 3, column: 2 },
		reflow: "wraps",
		...changes,
	};
}

function outcome(changes: Partial<ResizeSituation>) {
	const { historyRows, firstRow, bytes, painted } = recoverFromResize(situation(changes));
	return { historyRows, firstRow, bytes, unknownRows: painted.rows.length };
}

test("a lower screen pushed the first rows into history", () => {
	expect(outcome({ size: { columns: 10, height: 3 }, cursor: { row: 2, column: 2 } })).toEqual({
		historyRows: 1,
		firstRow: 0,
		bytes: "\r\x1b[2A",
		unknownRows: 3,
	});
});

test("a taller screen pulled rows from history above ours", () => {
	expect(outcome({ size: { columns: 10, height: 8 }, cursor: { row: 6, column: 2 } })).toEqual({
		historyRows: 0,
		firstRow: 3,
		bytes: "\r\x1b[3A",
		unknownRows: 5,
	});
});

test("a narrower terminal rewrapped rows; one that is partly in history is left there", () => {
	expect(outcome({ size: { columns: 4, height: 5 }, cursor: { row: 4, column: 2 } })).toEqual({
		historyRows: 1,
		firstRow: 0,
		bytes: "\r\x1b[4A",
		unknownRows: 5,
	});
	expect(outcome({ size: { columns: 4, height: 5 }, cursor: { row: 3, column: 2 } })).toEqual({
		historyRows: 2,
		firstRow: 2,
		bytes: "\r\x1b[1A",
		unknownRows: 3,
	});
});

test("a terminal that truncates long rows pushed none", () => {
	expect(outcome({ size: { columns: 4, height: 5 }, reflow: "cuts" })).toEqual({
		historyRows: 0,
		firstRow: 0,
		bytes: "\r\x1b[3A",
		unknownRows: 5,
	});
});

test("rows that must not stay in history are written again", () => {
	expect(
		outcome({ size: { columns: 10, height: 3 }, cursor: { row: 2, column: 2 }, committableRows: 0 }),
	).toMatchObject({
		historyRows: 0,
		firstRow: 0,
	});
});

test("without a reply, the cursor is assumed to be as low as possible", () => {
	expect(outcome({ size: { columns: 10, height: 3 }, cursor: undefined })).toMatchObject({
		historyRows: 1,
		firstRow: 0,
	});
});

test("a screen of one cell does not crash", () => {
	expect(outcome({ size: { columns: 1, height: 1 }, cursor: { row: 0, column: 0 } })).toMatchObject({
		historyRows: 3,
		firstRow: 0,
		unknownRows: 1,
	});
});
