import { caseAt } from "./cases.ts";
import { type FuzzFailure, type FuzzTarget, type Shape, shapeText } from "./fuzz-target.ts";
import { findGrowth, seemsToGrow } from "./growth.ts";
import { minimize } from "./minimize.ts";

export interface CasesOptions {
	readonly seed: number;
	readonly firstIndex: number;
	/** The case after the last. */
	readonly endIndex: number;
	readonly isTimeUp: () => boolean;
	/** Called before every single run, to notice one that never ends. */
	onRun(index: number): void;
}

export interface CasesReport {
	/** Cases run. */
	readonly count: number;
	readonly failures: readonly FuzzFailure[];
}

// More of them are mostly the same.
const MAX_FAILURES = 5;
const SHAPE_EFFORT = { maxTries: 40, maxMs: 10_000 };

/** Runs cases one after the other; a failing one is minimized and the next tried. */
export async function runCases(target: FuzzTarget, options: CasesOptions): Promise<CasesReport> {
	const { seed, firstIndex, endIndex } = options;
	const failures = new Map<string, FuzzFailure>();
	let index = firstIndex;
	for (; index < endIndex && failures.size < MAX_FAILURES && !options.isTimeUp(); index++) {
		const found = await findFailure(target, seed, index, () => options.onRun(index));
		const key = `${found?.kind} ${found?.message} ${found?.shape?.unit ?? ""}`;
		if (found && !failures.has(key)) failures.set(key, found);
	}
	return { count: index - firstIndex, failures: [...failures.values()] };
}

async function findFailure(
	target: FuzzTarget,
	seed: number,
	index: number,
	onRun: () => void,
): Promise<FuzzFailure | undefined> {
	const attempt = (input: string) => {
		onRun();
		return target.run(input);
	};
	const problemWith = async (input: string) => {
		try {
			await attempt(input);
			return undefined;
		} catch (error) {
			return describe(error);
		}
	};
	const fuzzCase = caseAt(target, seed, index);
	const where = { target: target.name, seed, index };
	if ("input" in fuzzCase) {
		const message = await problemWith(fuzzCase.input);
		if (message === undefined) return undefined;
		const input = await minimize(fuzzCase.input, async (candidate) => (await problemWith(candidate)) === message);
		return { ...where, kind: "throw", message, input };
	}
	const { shape } = fuzzCase;
	try {
		const ratio = await findGrowth(attempt, shape);
		if (ratio === undefined) return undefined;
		const shorter = await minimizeShape(shape, (candidate) => seemsToGrow(attempt, candidate));
		// Measured again, as a busy machine may have been slow the first time.
		const [found] = await slowOnes(attempt, [shorter, shape]);
		if (!found) return undefined;
		const message = `four times the input takes ${Math.round(ratio)} times as long`;
		return { ...where, kind: "slow", message, input: shapeText(found, 3), shape: found };
	} catch (error) {
		const input = shapeText(shape, 1000);
		return { ...where, kind: "throw", message: describe(error), input, shape };
	}
}

async function slowOnes(run: (input: string) => void | Promise<void>, shapes: readonly Shape[]): Promise<Shape[]> {
	const slow: Shape[] = [];
	for (const shape of shapes) if ((await findGrowth(run, shape)) !== undefined) slow.push(shape);
	return slow;
}

async function minimizeShape(shape: Shape, stillSlow: (candidate: Shape) => Promise<boolean>): Promise<Shape> {
	let shortest = shape;
	for (const part of ["before", "after", "unit"] as const) {
		const text = await minimize(
			shortest[part],
			(candidate) => stillSlow({ ...shortest, [part]: candidate }),
			SHAPE_EFFORT,
		);
		shortest = { ...shortest, [part]: text };
	}
	return shortest;
}

/** The message and where it came from, alike for alike failures. */
function describe(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const place = /packages\/[^\s)]+/.exec(error.stack ?? "")?.[0] ?? "";
	return `${error.name}: ${error.message}${place === "" ? "" : ` (${place})`}`.slice(0, 500);
}
