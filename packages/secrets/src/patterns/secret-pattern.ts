/** Finds values by their shape, in time that grows with the text only. */
export interface SecretPattern {
	/** Start and end of each match in order; throws `SlowPatternError` at its limit. */
	find(text: string): ReadonlyArray<readonly [start: number, end: number]>;
}

/** A pattern took too long over a text. The text must not leave unsearched. */
export class SlowPatternError extends Error {
	override readonly name = "SlowPatternError";
	constructor(place: string, maxMs: number) {
		super(
			`The pattern of ${place} took longer than ${maxMs / 1000} s over one text, so nothing was sent. Make it more specific, or remove it.`,
		);
	}
}
