export type ProblemKind =
	| "bad-line"
	| "damaged-entry"
	| "duplicate-id"
	| "invalid-utf8"
	| "line-too-long"
	| "lock-unavailable"
	| "missing-blob"
	| "missing-parent"
	| "newer-version"
	| "changed-outside"
	| "torn-tail"
	| "write-failed";

/** A problem with a session file that the user should know about; the session continues. */
export interface Problem {
	readonly kind: ProblemKind;
	readonly message: string;
	/** From 1, if the problem concerns one line. */
	readonly lineNumber?: number;
	/** Where the removed bytes were saved. */
	readonly backup?: string;
}

const MAX_KEPT = 200;

/** Collects problems up to a limit, so that a corrupt file does not fill the memory. */
export class ProblemList {
	readonly #kept: Problem[] = [];

	constructor(private readonly onProblem: (problem: Problem) => void = () => {}) {}

	get all(): readonly Problem[] {
		return this.#kept;
	}

	add(problem: Problem): void {
		if (this.#kept.length >= MAX_KEPT) return;
		this.#kept.push(problem);
		this.onProblem(problem);
	}
}

export function duplicateId({
	id,
	lineNumber,
}: {
	readonly id: string;
	readonly lineNumber: number | undefined;
}): Problem {
	const place = lineNumber === undefined ? "An entry" : `Line ${lineNumber}`;
	return {
		kind: "duplicate-id",
		...(lineNumber !== undefined && { lineNumber }),
		message: `${place} has the id ${id} of an earlier entry`,
	};
}
