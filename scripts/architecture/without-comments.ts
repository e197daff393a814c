/**
 * The source with comments and the insides of plain strings blanked out, every line where it was. Template strings stay, as
 * code may be in them. Good enough for looking for words; a regular expression with a quote in it can hide the rest of its
 * line.
 */
export function withoutComments(source: string): string {
	return source.replace(STRING_OR_COMMENT, (match) => (match.startsWith("`") ? match : match.replace(/[^\n]/g, " ")));
}

const STRING_OR_COMMENT = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
