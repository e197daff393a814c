import { boolean, choice, integer, section, textList } from "@oh-my-pi/pi-utils/settings/setting";

export const toolSettings = section(
	"tools",
	{
		intentTracing: boolean({
			default: true,
			label: "Intents",
			help: "Ask the model to say what each tool call is for.",
		}),
		abortOnFabricatedResult: boolean({
			default: true,
			label: "Made-up results",
			help: "Stop a reply that makes up a tool's result.",
		}),
		maxTimeout: integer({
			default: 0,
			min: 0,
			label: "Longest timeout",
			help: "Seconds a tool may ask for at most; 0 for any.",
		}),
		discoveryMode: choice({
			default: "auto",
			values: ["auto", "off", "mcp-only", "all"],
			label: "Find tools",
			help: "Which tools are hidden until the model looks for them.",
		}),
		essentialOverride: textList({ default: [], label: "Always there", help: "Tools that are never hidden." }),
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

export const toolOutputSettings = section(
	"tools",
	{
		artifactSpillThreshold: integer({
			default: 50,
			min: 1,
			label: "Large output",
			help: "Kilobytes above which output is kept as a file.",
		}),
		artifactHeadBytes: integer({
			default: 20,
			min: 0,
			label: "Head shown",
			help: "Kilobytes shown from the beginning of large output; 0 shows the end only.",
		}),
		artifactTailBytes: integer({
			default: 20,
			min: 0,
			label: "Tail shown",
			help: "Kilobytes shown from the end of large output.",
		}),
		artifactTailLines: integer({
			default: 500,
			min: 0,
			label: "Tail lines",
			help: "Lines shown from the end of large output at most.",
		}),
		outputMaxColumns: integer({
			default: 768,
			min: 0,
			label: "Line length",
			help: "Bytes shown of a line; 0 for all.",
		}),
	},
	{ tab: "Tools", group: "Output" },
);
