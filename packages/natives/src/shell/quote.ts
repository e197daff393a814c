/** Quotes text as one word of a POSIX shell. */
export function quoteForShell(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`;
}
