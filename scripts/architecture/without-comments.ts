/**
 * Blanks comments and plain strings, keeping line numbers. Template strings stay, as they may contain code. Good enough
 * to search for words; a regular expression with a quote can hide the rest of its line.
 */
export function withoutComments(source: string): string {
	return source.replace(STRING_OR_COMMENT, (match) => (match.startsWith("`") ? match : match.replace(/[^\n]/g, " ")));
}

const STRING_OR_COMMENT = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
