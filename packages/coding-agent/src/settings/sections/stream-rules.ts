import { boolean, choice, integer, section, textList } from "@oh-my-pi/pi-utils/settings/setting";

export const streamRuleSettings = section(
	"ttsr",
	{
		enabled: boolean({ default: true, label: "Stream rules", help: "Watch replies for what rules forbid." }),
		contextMode: choice({
			default: "discard",
			values: ["discard", "keep"],
			label: "Partial reply",
			help: "What happens to the part of a reply that broke a rule.",
		}),
		interruptMode: choice({
			default: "always",
			values: ["never", "prose-only", "tool-only", "always"],
			label: "Cut the stream",
			help: "Where a rule may cut a reply short.",
		}),
		repeatMode: choice({
			default: "once",
			values: ["once", "after-gap"],
			label: "Repeat rules",
			help: "Whether a rule speaks up again.",
		}),
		repeatGap: integer({
			default: 10,
			min: 0,
			label: "Repeat gap",
			help: "Messages before a rule may speak up again.",
		}),
		builtinRules: boolean({ default: true, label: "Built-in rules", help: "Use the rules that come with omp." }),
		disabledRules: textList({ default: [], label: "Rules off", help: "Names of rules that are not used." }),
	},
	{ tab: "Context", group: "Rules (TTSR)" },
);
