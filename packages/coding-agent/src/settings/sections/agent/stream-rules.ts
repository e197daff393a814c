import { boolean, choice, integer, section, textList } from "@oh-my-pi/pi-utils/settings/setting";

export const streamRuleSettings = section(
	"ttsr",
	{
		enabled: boolean({ default: true, label: "Stream rules", help: "Check replies against rules while they stream." }),
		contextMode: choice({
			default: "discard",
			values: ["discard", "keep"],
			label: "Partial reply",
			help: "What happens to the part of a reply that violated a rule.",
		}),
		interruptMode: choice({
			default: "always",
			values: ["never", "prose-only", "tool-only", "always"],
			label: "Abort on violation",
			help: "Where a rule may abort a reply.",
		}),
		repeatMode: choice({
			default: "once",
			values: ["once", "after-gap"],
			label: "Repeat rules",
			help: "Whether a rule may trigger again.",
		}),
		repeatGap: integer({
			default: 10,
			min: 0,
			label: "Repeat gap",
			help: "Messages before a rule may trigger again.",
		}),
		builtinRules: boolean({ default: true, label: "Built-in rules", help: "Use the built-in rules." }),
		disabledRules: textList({ default: [], label: "Disabled rules", help: "Names of disabled rules." }),
	},
	{ tab: "Context", group: "Rules (TTSR)" },
);
