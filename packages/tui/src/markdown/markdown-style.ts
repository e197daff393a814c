import type { Style, Theme } from "../theme/theme.ts";

/** Highlights code: one styled string per line, same number of lines; undefined for an unknown language. */
export type Highlighter = (code: string, language: string) => readonly string[] | undefined;

/** How Markdown is drawn. */
export interface MarkdownStyle {
	readonly theme: Theme;
	readonly highlight?: Highlighter;
	/** Draws a finished mermaid block; undefined shows its code. */
	diagram?(source: string, width: number): readonly string[] | undefined;
	/** The terminal supports hyperlinks, so addresses need not be written out. */
	readonly hyperlinks?: boolean;
	/** The link target of code or an issue number, if any. */
	linkTo?(text: string): string | undefined;
	/** Style around all text, for example dim. */
	readonly base?: Style;
}
