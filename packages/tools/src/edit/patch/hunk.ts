export interface HunkRow {
	readonly kind: "keep" | "remove" | "add";
	readonly text: string;
}

/** A passage of a patch: what is there, and what of it goes and comes. */
export interface Hunk {
	/** Lines to go past first, outermost first. */
	readonly anchors: readonly string[];
	/** The line number that the header gives, from 1; only ever a hint. */
	readonly hint?: number;
	readonly rows: readonly HunkRow[];
	/** The passage is the end of the file. */
	readonly atEnd: boolean;
	/** Whether the file ends in a newline afterwards, where the patch says so. */
	readonly endsInNewline?: boolean;
	/** Which hunk of its file this is, from 1. */
	readonly number: number;
}

/** What the hunk expects to find. */
export function oldLinesOf(rows: readonly HunkRow[]): string[] {
	return rows.filter(({ kind }) => kind !== "add").map(({ text }) => text);
}
