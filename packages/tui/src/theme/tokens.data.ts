/** All color tokens, in the groups in which missing ones are reported. */
export const TOKEN_GROUPS = {
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
		"mdCodeBlockBg",
		"mdQuote",
		"mdQuoteBorder",
		"mdHr",
		"mdListBullet",
	],
	"Diff and syntax": [
		"toolDiffAdded",
		"toolDiffRemoved",
		"toolDiffContext",
		"toolDiffAddedBg",
		"toolDiffRemovedBg",
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
		"thinkingMax",
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

export type ColorToken = (typeof TOKEN_GROUPS)[keyof typeof TOKEN_GROUPS][number];

/** Optional tokens; each defaults to the token it is paired with. */
export const OPTIONAL_TOKENS: Readonly<Partial<Record<ColorToken, ColorToken>>> = {
	thinkingMax: "thinkingXhigh",
	mdCodeBlockBg: "toolPendingBg",
	toolDiffAddedBg: "toolSuccessBg",
	toolDiffRemovedBg: "toolErrorBg",
};

export function isBackground(token: ColorToken): boolean {
	return token.endsWith("Bg");
}
