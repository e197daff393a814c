import type { Cursor, OpenHeredoc } from "./cursor.ts";
import { parseQuotedPart } from "./parse-word.ts";
import type { Part, Redirection } from "./syntax.ts";

/** Notes that a `<<` was seen, whose text begins with the next line. */
export function openHeredoc(cursor: Cursor, redirection: Redirection): void {
	const { parts } = redirection.target;
	cursor.heredocs.push({
		redirection,
		delimiter: parts.map((part) => (part.kind === "text" ? part.text : part.raw)).join(""),
		isQuoted: parts.some((part) => part.kind === "text" && part.quoted),
		stripsTabs: redirection.operator === "<<-",
	});
}

/** At the beginning of a line: takes the texts of the here-documents that are open. */
export function readHeredocs(cursor: Cursor): void {
	const open = cursor.heredocs;
	cursor.heredocs = [];
	for (const heredoc of open) heredoc.redirection.body = readBody(cursor, heredoc);
}

function readBody(cursor: Cursor, { delimiter, isQuoted, stripsTabs }: OpenHeredoc): readonly Part[] {
	const lines: string[] = [];
	for (;;) {
		if (cursor.isAtEnd) {
			// Bash only warns, but the text is not as it was meant.
			cursor.complete = false;
			break;
		}
		const end = cursor.text.indexOf("\n", cursor.at);
		const line = cursor.text.slice(cursor.at, end === -1 ? undefined : end);
		cursor.at = end === -1 ? cursor.text.length : end + 1;
		const shown = stripsTabs ? line.replace(/^\t+/, "") : line;
		if (shown === delimiter) break;
		lines.push(`${shown}\n`);
	}
	const text = lines.join("");
	return isQuoted ? [{ kind: "text", text, quoted: true }] : expandedParts(cursor, text);
}

function expandedParts(cursor: Cursor, text: string): Part[] {
	const inside = cursor.within(text);
	const parts: Part[] = [];
	while (!inside.isAtEnd) parts.push(...parseQuotedPart(inside));
	if (!inside.complete) cursor.complete = false;
	return parts;
}
