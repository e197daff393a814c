/**
 * The tokens that every theme has, in the groups in which missing ones are reported.
 * The list is closed: a theme that users have written cannot know a token that is added here.
 */
export const FIRST_TOKENS = {
	Core: [
		"accent",
		"border",
		"borderAccent",
		"borderMuted",
		"success",
		"error",
		"warning",
		"muted",
		"dim",
		"text",
		"thinkingText",
	],
	Backgrounds: [
		"selectedBg",
		"userMessageBg",
		"customMessageBg",
		"toolPendingBg",
		"toolSuccessBg",
		"toolErrorBg",
		"statusLineBg",
	],
	"Messages and tools": ["userMessageText", "customMessageText", "customMessageLabel", "toolTitle", "toolOutput"],
	Markdown: [
		"mdHeading",
		"mdLink",
		"mdLinkUrl",
		"mdCode",
		"mdCodeBlock",
		"mdCodeBlockBorder",
		"mdQuote",
		"mdQuoteBorder",
		"mdHr",
		"mdListBullet",
	],
	"Diff and syntax": [
		"toolDiffAdded",
		"toolDiffRemoved",
		"toolDiffContext",
		"syntaxComment",
		"syntaxKeyword",
		"syntaxFunction",
		"syntaxVariable",
		"syntaxString",
		"syntaxNumber",
		"syntaxType",
		"syntaxOperator",
		"syntaxPunctuation",
	],
	Modes: [
		"thinkingOff",
		"thinkingMinimal",
		"thinkingLow",
		"thinkingMedium",
		"thinkingHigh",
		"thinkingXhigh",
		"bashMode",
		"pythonMode",
	],
	"Status line": [
		"statusLineSep",
		"statusLineModel",
		"statusLinePath",
		"statusLineGitClean",
		"statusLineGitDirty",
		"statusLineContext",
		"statusLineSpend",
		"statusLineStaged",
		"statusLineDirty",
		"statusLineUntracked",
		"statusLineOutput",
		"statusLineCost",
		"statusLineSubagents",
	],
} as const;

type FirstToken = (typeof FIRST_TOKENS)[keyof typeof FIRST_TOKENS][number];

/** A new token goes here, with the token whose color it has in themes that lack it. */
export const LATER_TOKENS = {
	thinkingMax: "thinkingXhigh",
	mdCodeBlockBg: "toolPendingBg",
	toolDiffAddedBg: "toolSuccessBg",
	toolDiffRemovedBg: "toolErrorBg",
	toolDiffAddedWordBg: "toolSuccessBg",
	toolDiffRemovedWordBg: "toolErrorBg",
} as const satisfies Readonly<Record<string, FirstToken>>;

type LaterToken = keyof typeof LATER_TOKENS;

export type ColorToken = FirstToken | LaterToken;

/** Rows of these colors have a background, which is derived from the color unless the theme sets it. */
export const DERIVED_TOKENS = {
	toolDiffAddedBg: "toolDiffAdded",
	toolDiffRemovedBg: "toolDiffRemoved",
} as const satisfies Readonly<Partial<Record<LaterToken, FirstToken>>>;

/** What differs inside such a row has a stronger shade: of the same color, and else that of the row. */
export const WORD_TOKENS = {
	toolDiffAddedWordBg: { color: "toolDiffAdded", row: "toolDiffAddedBg" },
	toolDiffRemovedWordBg: { color: "toolDiffRemoved", row: "toolDiffRemovedBg" },
} as const satisfies Readonly<Partial<Record<LaterToken, { readonly color: FirstToken; readonly row: LaterToken }>>>;

export type DerivedToken = keyof typeof DERIVED_TOKENS | keyof typeof WORD_TOKENS;

export const colorTokens: readonly ColorToken[] = [
	...Object.values(FIRST_TOKENS).flat(),
	...(Object.keys(LATER_TOKENS) as LaterToken[]),
];

export function isBackground(token: ColorToken): boolean {
	return token.endsWith("Bg");
}
