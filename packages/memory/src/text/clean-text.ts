/** Text that SQLite stores and gives back unchanged: no NUL, no half of a surrogate pair. */
export function cleanText(text: string): string {
	return text.replaceAll("\0", "\u{fffd}").toWellFormed();
}
