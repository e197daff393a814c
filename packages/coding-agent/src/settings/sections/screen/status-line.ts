import { boolean, choice, record, section, textList } from "@oh-my-pi/pi-utils/settings/setting";

export const statusLineSettings = section(
	"statusLine",
	{
		preset: choice({
			default: "default",
			values: ["default", "minimal", "compact", "full", "nerd", "ascii", "custom"],
			label: "Status line",
			help: "Layout of the status line.",
		}),
		separator: choice({
			default: "powerline-thin",
			values: ["powerline", "powerline-thin", "slash", "pipe", "block", "none", "ascii"],
			label: "Separator",
			help: "Separator between segments.",
		}),
		sessionAccent: boolean({
			default: true,
			label: "Session color",
			help: "Tint the editor's border and the gap with the session's color.",
		}),
		transparent: boolean({
			default: false,
			label: "Transparent",
			help: "Use the terminal's background, without powerline caps.",
		}),
		compactThinkingLevel: boolean({
			default: false,
			label: "Short thinking level",
			help: "Show the thinking level as an icon only.",
		}),
		showHookStatus: boolean({
			default: true,
			label: "Hook status",
			help: "Show what hooks report below the line.",
		}),
		leftSegments: textList({
			default: [],
			fileOnly: true,
			label: "Left segments",
			help: "Segments on the left, with the custom preset.",
		}),
		rightSegments: textList({
			default: [],
			fileOnly: true,
			label: "Right segments",
			help: "Segments on the right, with the custom preset.",
		}),
		segmentOptions: record<unknown>({
			default: {},
			problemWithEntry: () => undefined,
			fileOnly: true,
			label: "Segment options",
			help: "Options by segment.",
		}),
	},
	{ tab: "Appearance", group: "Status Line" },
);
