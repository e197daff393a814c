import type { ColorToken, DerivedToken } from "./tokens.data.ts";

/** `#RRGGBB`, one of the terminal's 256 colors, or "" for its default. */
type PaletteColor = string | number;

/** The colors a theme is derived from, named by purpose. */
export interface Palette {
	/** The background that the theme is made for; the terminal draws its own. */
	readonly page: PaletteColor;
	readonly panel: PaletteColor;
	readonly panelAccent: PaletteColor;
	readonly panelGood: PaletteColor;
	readonly panelBad: PaletteColor;
	readonly selection: PaletteColor;
	readonly line: PaletteColor;
	readonly dim: PaletteColor;
	readonly muted: PaletteColor;
	readonly soft: PaletteColor;
	readonly text: PaletteColor;
	readonly accent: PaletteColor;
	readonly accentDeep: PaletteColor;
	readonly link: PaletteColor;
	readonly good: PaletteColor;
	readonly bad: PaletteColor;
	readonly warn: PaletteColor;
	readonly keyword: PaletteColor;
	readonly special: PaletteColor;
}

/** A theme as in its file. */
export interface ThemeJson {
	readonly name: string;
	readonly vars: Readonly<Record<string, PaletteColor>>;
	readonly colors: Readonly<Partial<Record<ColorToken, PaletteColor>>>;
	readonly export: { readonly pageBg: PaletteColor; readonly cardBg: PaletteColor; readonly infoBg: PaletteColor };
}

/** Derives a theme from a palette; `changes` assigns other palette colors to some tokens. */
export function paletteTheme(
	name: string,
	palette: Palette,
	changes: Readonly<Partial<Record<ColorToken, keyof Palette>>> = {},
): ThemeJson {
	return {
		name,
		vars: { ...palette },
		colors: { ...tokenColors, ...changes },
		export: { pageBg: palette.page, cardBg: palette.panel, infoBg: palette.panelAccent },
	};
}

const tokenColors: Readonly<Record<Exclude<ColorToken, DerivedToken>, keyof Palette>> = {
	accent: "accent",
	border: "line",
	borderAccent: "accentDeep",
	borderMuted: "line",
	success: "good",
	error: "bad",
	warning: "warn",
	muted: "muted",
	dim: "dim",
	text: "text",
	thinkingText: "muted",
	selectedBg: "selection",
	userMessageBg: "panelAccent",
	customMessageBg: "panel",
	toolPendingBg: "panel",
	toolSuccessBg: "panelGood",
	toolErrorBg: "panelBad",
	statusLineBg: "panel",
	userMessageText: "text",
	customMessageText: "soft",
	customMessageLabel: "keyword",
	toolTitle: "accent",
	toolOutput: "soft",
	mdHeading: "accent",
	mdLink: "link",
	mdLinkUrl: "dim",
	mdCode: "warn",
	mdCodeBlock: "soft",
	mdCodeBlockBorder: "line",
	mdCodeBlockBg: "panel",
	mdQuote: "soft",
	mdQuoteBorder: "dim",
	mdHr: "line",
	mdListBullet: "accent",
	toolDiffAdded: "good",
	toolDiffRemoved: "bad",
	toolDiffContext: "muted",
	syntaxComment: "muted",
	syntaxKeyword: "keyword",
	syntaxFunction: "accent",
	syntaxVariable: "text",
	syntaxString: "good",
	syntaxNumber: "warn",
	syntaxType: "link",
	syntaxOperator: "soft",
	syntaxPunctuation: "muted",
	thinkingOff: "line",
	thinkingMinimal: "dim",
	thinkingLow: "muted",
	thinkingMedium: "link",
	thinkingHigh: "accent",
	thinkingXhigh: "keyword",
	thinkingMax: "special",
	bashMode: "good",
	pythonMode: "warn",
	statusLineSep: "line",
	statusLineModel: "accent",
	statusLinePath: "link",
	statusLineGitClean: "good",
	statusLineGitDirty: "warn",
	statusLineContext: "soft",
	statusLineSpend: "soft",
	statusLineStaged: "good",
	statusLineDirty: "warn",
	statusLineUntracked: "muted",
	statusLineOutput: "soft",
	statusLineCost: "special",
	statusLineSubagents: "keyword",
};
