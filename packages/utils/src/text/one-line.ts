/** Text without line breaks or runs of spaces, cut with an ellipsis if it is longer than `maxChars`. */
export function oneLine(text: string, maxChars = Number.POSITIVE_INFINITY): string {
	const line = text.replace(/\s+/g, " ").trim();
	return line.length > maxChars ? `${line.slice(0, maxChars)}…` : line;
}
