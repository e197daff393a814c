const TAB_COLUMNS = 3;

/** Tabs as a fixed number of spaces: terminals jump to stops that a row cut into columns no longer has. */
export function replaceTabs(text: string, columns = TAB_COLUMNS): string {
	return text.includes("\t") ? text.replaceAll("\t", " ".repeat(columns)) : text;
}
