import { expect, test } from "bun:test";
import { ReadPauses } from "./read-pauses.ts";

/** Which of the reads, of so many bytes and so many milliseconds apart, are followed by a pause. */
function pausesAfter(reads: ReadonlyArray<readonly [bytes: number, everyMs: number, count: number]>): boolean[] {
	let nowMs = 0;
	const pauses = new ReadPauses(() => nowMs);
	return reads.flatMap(([bytes, everyMs, count]) =>
		Array.from({ length: count }, () => {
			nowMs += everyMs;
			return pauses.isDue(bytes);
		}),
	);
}

test("a reply at the speed of common models is read as it comes", () => {
	expect(pausesAfter([[400, 10, 200]])).not.toContain(true);
});

test("a very fast one is read with pauses as long as they join something", () => {
	expect(pausesAfter([[400, 1, 15]])).not.toContain(true);
	expect(
		pausesAfter([
			[400, 1, 16],
			[3200, 8, 5],
		]).slice(15),
	).toEqual(Array(6).fill(true));
	expect(
		pausesAfter([
			[400, 10, 100],
			[400, 1, 28],
			[3200, 8, 1],
		]).at(-1),
	).toBe(true);
});

test("there are no more pauses once a read brings no more than without one", () => {
	expect(
		pausesAfter([
			[400, 1, 16],
			[400, 8, 1],
			[400, 1, 200],
		]).slice(15),
	).toEqual([true, ...Array(201).fill(false)]);
});
