import { boolean, choice, integer, section } from "@oh-my-pi/pi-utils/settings/setting";

const place = { tab: "Interaction", group: "Input" } as const;

export const inputSettings = section(
	"",
	{
		doubleEscapeAction: choice({
			default: "tree",
			values: ["branch", "tree", "none"],
			label: "Double-Escape action",
			help: "What pressing Escape twice in an empty editor opens.",
		}),
		treeFilterMode: choice({
			default: "default",
			values: ["default", "no-tools", "user-only", "labeled-only", "all"],
			label: "Tree filter",
			help: "Initial filter of the session tree.",
		}),
		autocompleteMaxVisible: integer({
			default: 10,
			min: 3,
			max: 20,
			label: "Completion rows",
			help: "How many completions are shown at once.",
		}),
		emojiAutocomplete: boolean({ default: true, label: "Emoji", help: "Complete :name: and emoticons." }),
	},
	place,
);

export const loopModeSettings = section(
	"loop",
	{
		mode: choice({
			default: "prompt",
			values: ["prompt", "compact", "reset"],
			label: "Context between loop rounds",
			help: "What happens to the context between rounds of /loop.",
		}),
	},
	place,
);

export const pasteSettings = section(
	"paste",
	{
		largeMenuThreshold: integer({
			default: 0,
			min: 0,
			label: "Paste menu",
			help: "Ask how to attach a paste of this many lines or more; 0 never asks.",
		}),
	},
	place,
);

export const composerSettings = section(
	"composer",
	{
		recallClearedDrafts: boolean({
			default: true,
			label: "Recall drafts",
			help: "Recall a draft cleared with Ctrl+C by pressing Up.",
		}),
	},
	place,
);
