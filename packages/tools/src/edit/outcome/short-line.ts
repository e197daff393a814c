const maxLength = 5000;

/**
 * Whether a line can name a file or an operation, which needs a path at most. A longer one is content, and patterns with blanks
 * at their end would look at each of its blanks again and again.
 */
export function isShortLine(line: string): boolean {
	return line.length <= maxLength;
}
