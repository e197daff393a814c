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

/** Something about a session file that a person should hear of; the session goes on. */
export interface Problem {
	readonly kind: ProblemKind;
	readonly message: string;
	/** From 1, where one line is meant. */
	readonly lineNumber?: number;
	/** Where the bytes that were taken out of the file have been saved. */
	readonly backup?: string;
}

const MAX_KEPT = 200;

/** Collects problems, and stops collecting before a file of pure garbage fills the memory. */
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
