/** Text with its fences, without the random marks in their tags. */
export function withoutMarks(text: unknown): string {
	return String(text).replace(/(<\/?(?:outside-content|irc|output))-[0-9a-z]{6}(?=[ >])/g, "$1");
}
