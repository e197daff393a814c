import { contentLines, joinContent } from "../../files/mutate/text/content-lines.ts";
import { inexactness, type MatchOptions } from "../match/find-lines.ts";
import { reindent } from "../match/reindent.ts";
import { type Hunk, oldLinesOf } from "./hunk.ts";
import { type LocatedHunk, locateHunk } from "./locate-hunk.ts";

export interface PatchedText {
	readonly text: string;
	/** What was found though it does not read quite so. */
	readonly inexact: readonly string[];
}

/** The text with all hunks applied, each below the one before. Lines that stay are the file's, however they were matched. */
export function applyHunks(
	text: string,
	hunks: readonly Hunk[],
	options: MatchOptions & { path: string },
): PatchedText {
	const content = contentLines(text);
	const { lines } = content;
	const pieces: Array<readonly string[]> = [];
	let { ended } = content;
	let from = 0;
	const inexact: string[] = [];
	for (const hunk of hunks) {
		const located = locateHunk(lines, hunk, from, options);
		pieces.push(lines.slice(from, located.start), replaced(lines, located));
		from = located.end;
		const difference = inexactness(located.how);
		if (difference) inexact.push(`hunk ${hunk.number} is an inexact match at line ${located.start + 1}: ${difference}`);
		if (hunk.endsInNewline !== undefined && located.end === lines.length) ended = hunk.endsInNewline;
	}
	pieces.push(lines.slice(from));
	return { text: joinContent({ lines: pieces.flat(), ended }), inexact };
}

function replaced(lines: readonly string[], { start, end, rows }: LocatedHunk): string[] {
	const added = rows.filter(({ kind }) => kind === "add").map(({ text }) => text);
	const fitted = reindent(added, oldLinesOf(rows), lines.slice(start, end)).values();
	const result: string[] = [];
	let index = start;
	for (const { kind } of rows) {
		if (kind === "add") result.push(fitted.next().value ?? "");
		else {
			if (kind === "keep") result.push(lines[index] ?? "");
			index++;
		}
	}
	return result;
}
