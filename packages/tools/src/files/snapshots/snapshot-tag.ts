/**
 * The four hex digits that name a version of a file's text. Line-ending style and trailing blanks do not count: neither can
 * be seen in what the model is shown.
 */
export function snapshotTag(text: string): string {
	const hash = Bun.hash.xxHash32(canonicalText(text), 0) & 0xffff;
	return hash.toString(16).toUpperCase().padStart(4, "0");
}

/** Whether two texts are one to whoever is shown them. Four digits are few: texts that differ may well share a tag. */
export function isSameText(a: string, b: string): boolean {
	return a === b || canonicalText(a) === canonicalText(b);
}

function canonicalText(text: string): string {
	return withoutTrailingBlanks(normalizeLineEnds(text));
}

export function normalizeLineEnds(text: string): string {
	return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}

function withoutTrailingBlanks(text: string): string {
	if (!/[ \t](?:\n|$)/.test(text)) return text;
	return text.split("\n").map(trimBlanksAtEnd).join("\n");
}

/** By hand, as a pattern for this takes quadratic time on a long run of blanks inside a line. */
function trimBlanksAtEnd(line: string): string {
	let end = line.length;
	while (end > 0 && (line[end - 1] === " " || line[end - 1] === "\t")) end--;
	return line.slice(0, end);
}
