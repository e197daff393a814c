import { type Shape, shapeText } from "./fuzz-target.ts";

const STEP = 4;
// Linear is 4, quadratic 16; caches and garbage collection may add something to linear.
const SUSPICIOUS_RATIO = 9;
const FIRST_LENGTH = 512;
const LONGEST = 4_000_000;
// Below this, the clock and the first runs of a function say more than the input.
const MEASURABLE_MS = 1;
// Work that is given up at a limit grows like this at first, too; by now it should have been given up.
const GIVES_UP_BY_MS = 1500;
const CONFIRMATIONS = 4;

type Run = (input: string) => void | Promise<void>;

interface Growth {
	/** How many times as long four times the input takes. */
	readonly ratio: number;
	/** What the longer input took. */
	readonly longMs: number;
}

/**
 * How many times as long a shape of four times the length takes, if that is suspicious each time it is measured and stays so
 * until the time is noticeable or the input absurdly long.
 */
export async function findGrowth(run: Run, shape: Shape): Promise<number | undefined> {
	let count = await measurableCount(run, shape);
	let growth: Growth | undefined;
	while (count !== undefined && shape.unit.length * count * STEP <= LONGEST) {
		growth = await confirmGrowth(run, shape, count, CONFIRMATIONS);
		if (growth === undefined || growth.longMs > GIVES_UP_BY_MS) break;
		count *= STEP;
	}
	return growth?.ratio;
}

/** A quick look, for the many attempts to make a shape shorter. */
export async function seemsToGrow(run: Run, shape: Shape): Promise<boolean> {
	const count = shape.unit === "" ? undefined : await measurableCount(run, shape);
	return count !== undefined && (await confirmGrowth(run, shape, count, 2)) !== undefined;
}

/** Repetitions that take long enough to be measured. */
async function measurableCount(run: Run, shape: Shape): Promise<number | undefined> {
	let count = Math.max(1, Math.round(FIRST_LENGTH / shape.unit.length));
	for (; shape.unit.length * count <= LONGEST / STEP; count *= STEP) {
		if ((await measureTime(run, shape, count, 2)) >= MEASURABLE_MS) return count;
	}
	return undefined;
}

/** The smallest of several ratios; undefined as soon as one is harmless. */
async function confirmGrowth(run: Run, shape: Shape, count: number, rounds: number): Promise<Growth | undefined> {
	let smallest: Growth | undefined;
	for (let round = 0; round < rounds; round++) {
		const shortMs = await measureTime(run, shape, count, 2);
		const longMs = await measureTime(run, shape, count * STEP, round === 0 ? 1 : 2);
		const growth = { ratio: longMs / shortMs, longMs };
		if (growth.ratio < SUSPICIOUS_RATIO) return undefined;
		if (!smallest || growth.ratio < smallest.ratio) smallest = growth;
		// Noise does not last for seconds.
		if (longMs > GIVES_UP_BY_MS) break;
	}
	return smallest;
}

/** The fastest of several runs. */
async function measureTime(run: Run, shape: Shape, count: number, runs: number): Promise<number> {
	const input = shapeText(shape, count);
	let fastest = Number.POSITIVE_INFINITY;
	for (let round = 0; round < runs; round++) {
		const startedAt = performance.now();
		await run(input);
		fastest = Math.min(fastest, performance.now() - startedAt);
	}
	return fastest;
}
