const TAB_COLUMNS = 3;

/** Replaces tabs by a fixed number of spaces, as tab stops do not work within columns. */
export function replaceTabs(text: string, columns = TAB_COLUMNS): string {
	return text.includes("\t") ? text.replaceAll("\t", " ".repeat(columns)) : text;
}
