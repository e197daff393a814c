import type { Random } from "@oh-my-pi/pi-testkit/seeded-random";

/** Code that reads untrusted input. */
export interface FuzzTarget {
	readonly name: string;
	/** Valid inputs, as a start for mutations. */
	readonly corpus: readonly string[];
	/** Shapes that were slow once. */
	readonly shapes?: readonly Shape[];
	/** Words of the grammar; they are also repeated to measure how time grows. */
	readonly words: readonly string[];
	/** A mostly valid input. */
	generate(random: Random): string;
	/** Throws if the input is mistreated. Documented errors are caught here. */
	run(input: string): void | Promise<void>;
}

/** A part repeated between a beginning and an end. */
export interface Shape {
	readonly before: string;
	readonly unit: string;
	readonly after: string;
}

export function shapeText({ before, unit, after }: Shape, count: number): string {
	return before + unit.repeat(count) + after;
}

export interface FuzzFailure {
	readonly target: string;
	readonly seed: number;
	readonly index: number;
	/** Slow: the time grows faster than the input. */
	readonly kind: "throw" | "slow" | "hang" | "crash";
	readonly message: string;
	readonly input: string;
	readonly shape?: Shape;
}
