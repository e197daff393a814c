/**
 * The lines of a text as people count them. A final newline ends the last line; it does not begin another one. What is
 * edited here keeps having it, or keeps lacking it.
 */
export interface ContentLines {
	readonly lines: readonly string[];
	/** An empty text counts as ended, so that what is put into it gets a final newline. */
	readonly ended: boolean;
}

export function contentLines(text: string): ContentLines {
	if (text === "") return { lines: [], ended: true };
	const ended = text.endsWith("\n");
	return { lines: (ended ? text.slice(0, -1) : text).split("\n"), ended };
}

export function joinContent({ lines, ended }: ContentLines): string {
	if (lines.length === 0) return "";
	return lines.join("\n") + (ended ? "\n" : "");
}
