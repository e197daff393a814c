import { expect, test } from "bun:test";
import { ManualClock } from "../testing/manual-clock.ts";
import { CursorQueries } from "./cursor-queries.ts";
import { QueryQueue } from "./queries.ts";

function askedTerminal() {
	const written: string[] = [];
	const waits: boolean[] = [];
	const queries = new QueryQueue(new ManualClock(), (data) => void written.push(data));
	return { written, waits, queries, cursor: new CursorQueries(queries, (isWaiting) => void waits.push(isWaiting)) };
}

test("cursor queries: reports answer the questions in order", async () => {
	const { cursor, waits } = askedTerminal();
	const first = cursor.ask("\x1b[6n");
	const second = cursor.ask("\x1b[6n");
	expect(cursor.hasReported).toBe(false);
	cursor.take({ row: 1, column: 2 });
	cursor.take({ row: 3, column: 4 });
	expect(await Promise.all([first, second])).toEqual([
		{ row: 1, column: 2 },
		{ row: 3, column: 4 },
	]);
	expect(cursor.hasReported).toBe(true);
	expect(waits).toEqual([true, true, true, false]);
});

test("cursor queries: a terminal that answers other questions only has no position", async () => {
	const { cursor, queries, waits } = askedTerminal();
	const position = cursor.ask("\x1b[6n");
	queries.settleAll();
	expect(await position).toBe(undefined);
	expect(cursor.hasReported).toBe(false);
	expect(waits).toEqual([true, false]);
});
