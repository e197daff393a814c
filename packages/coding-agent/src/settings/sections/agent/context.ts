import { boolean, integer, section, textList } from "@oh-my-pi/pi-utils/settings/setting";

const place = { tab: "Context", group: "General" } as const;

export const contextPromotionSettings = section(
	"contextPromotion",
	{
		enabled: boolean({
			default: true,
			label: "Promote to larger model",
			help: "Switch to a model with a larger context window when the context is full.",
		}),
	},
	place,
);

export const branchSummarySettings = section(
	"branchSummary",
	{
		enabled: boolean({ default: false, label: "Branch summary", help: "Offer a summary when leaving a branch." }),
		reserveTokens: integer({
			default: 16_384,
			min: 0,
			fileOnly: true,
			label: "Summary reserve",
			help: "Tokens kept free when a branch is summarized.",
		}),
	},
	place,
);

export const workspaceSettings = section(
	"workspace",
	{
		additionalDirectories: textList({
			default: [],
			label: "Additional folders",
			help: "Additional folders of every session.",
		}),
	},
	place,
);
