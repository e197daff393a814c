import { boolean, integer, section } from "@oh-my-pi/pi-utils/settings/setting";

export const readSummarySettings = section(
	"read.summarize",
	{
		enabled: boolean({ default: true, label: "Outlines", help: "Show long sources as an outline." }),
		prose: boolean({ default: false, label: "Outline prose", help: "Show long prose as an outline too." }),
		minBodyLines: integer({ default: 4, min: 0, label: "Fold bodies", help: "Lines a body needs to be folded." }),
		minCommentLines: integer({
			default: 6,
			min: 0,
			label: "Fold comments",
			help: "Lines a comment needs to be folded.",
		}),
		minTotalLines: integer({ default: 100, min: 0, label: "Fold files", help: "Lines a file needs to be outlined." }),
		unfoldUntil: integer({
			default: 50,
			min: 0,
			label: "Unfold until",
			help: "Unfold small parts up to this many lines.",
		}),
		unfoldLimit: integer({ default: 100, min: 0, label: "Unfold limit", help: "Never unfold beyond this many lines." }),
	},
	{ tab: "Files", group: "Reading" },
);
