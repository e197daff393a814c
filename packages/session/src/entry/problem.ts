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
