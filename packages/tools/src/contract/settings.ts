import { boolean, choice, integer, section, textList } from "@oh-my-pi/pi-utils/settings/setting";

export const toolSettings = section(
	"tools",
	{
		intentTracing: boolean({
			default: true,
			label: "Tool intents",
			help: "Ask the model what a call is for where its arguments do not show it.",
		}),
		abortOnFabricatedResult: boolean({
			default: true,
			label: "Fabricated results",
			help: "Stop a reply that makes up a tool's result.",
		}),
		maxTimeout: integer({
			default: 0,
			min: 0,
			label: "Maximum timeout",
			help: "Longest timeout a tool call may request, in seconds; 0 for no limit.",
		}),
		discoveryMode: choice({
			default: "auto",
			values: ["auto", "off", "mcp-only", "all"],
			label: "Tool discovery",
			help: "Which tools are hidden until the model searches for them.",
		}),
		essentialOverride: textList({ default: [], label: "Essential tools", help: "Tools that are never hidden." }),
		xdev: boolean({ default: true, label: "Device tools", help: "Offer tools as device URLs." }),
		xdevDocs: choice({
			default: "builtins",
			values: ["inline", "builtins", "catalog"],
			label: "Device docs",
			help: "Which device tools are described in the prompt.",
		}),
		xdevInlineDevices: textList({
			default: [],
			label: "Described devices",
			help: "Devices that are always described in the prompt.",
		}),
	},
	{ tab: "Tools", group: "General" },
);
