import type { ColorToken } from "../tokens.data.ts";

type Pairs = ReadonlyArray<readonly [tokens: readonly ColorToken[], backgrounds: ReadonlyArray<ColorToken | "page">]>;

/** Which tokens are drawn on which backgrounds. `main` is text to read, `secondary` may have less contrast. */
export const readableOn: { readonly main: Pairs; readonly secondary: Pairs } = {
	main: [
		[["text"], ["page", "selectedBg", "statusLineBg", "toolPendingBg"]],
		[["accent", "success", "error", "warning", "muted", "thinkingText", "bashMode", "pythonMode"], ["page"]],
		[["accent", "muted"], ["selectedBg"]],
		[["userMessageText"], ["userMessageBg"]],
		[["customMessageText", "customMessageLabel"], ["customMessageBg"]],
		[
			["toolTitle", "toolOutput"],
			["toolPendingBg", "toolSuccessBg", "toolErrorBg"],
		],
		[["error"], ["toolErrorBg"]],
		[["success", "warning", "muted"], ["toolSuccessBg"]],
		[["mdCodeBlock"], ["mdCodeBlockBg"]],
		[["mdHeading", "mdLink", "mdCode", "mdCodeBlock", "mdQuote", "mdListBullet"], ["page"]],
		[["toolDiffAdded", "toolDiffRemoved", "toolDiffContext"], ["page"]],
		[["toolDiffAdded"], ["toolDiffAddedBg"]],
		[["toolDiffRemoved"], ["toolDiffRemovedBg"]],
		[
			[
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
			["page", "mdCodeBlockBg"],
		],
		[
			[
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
			["statusLineBg"],
		],
	],
	secondary: [
		[["dim", "mdLinkUrl", "borderAccent"], ["page"]],
		[["dim"], ["statusLineBg"]],
	],
};
