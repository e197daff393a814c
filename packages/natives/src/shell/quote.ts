/** The text as one word of a POSIX shell, whatever is in it. */
export function quoteForShell(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`;
}
