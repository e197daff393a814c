import type { Style, Theme } from "../theme/theme.ts";

/** Colours code: one styled string per line, as many as there were; undefined when the language is unknown. */
export type Highlighter = (code: string, language: string) => readonly string[] | undefined;

/** How Markdown is drawn. */
export interface MarkdownLook {
	readonly theme: Theme;
	readonly highlight?: Highlighter;
	/** The terminal shows links behind their text, so the address need not be written out. */
	readonly hyperlinks?: boolean;
	/** Where a piece of code or the number of an issue leads, if anywhere. */
	linkTo?(text: string): string | undefined;
	/** Around all text, for instance to make it dim. */
	readonly base?: Style;
}
