import { boolean, integer, section } from "@oh-my-pi/pi-utils/settings/setting";

export const undoSettings = section(
	"undo",
	{
		enabled: boolean({
			default: true,
			label: "Undo",
			help: "Keep what the agent changes, so that /undo can take it back.",
		}),
		maxStoreMegabytes: integer({
			default: 2048,
			min: 16,
			label: "Undo storage",
			help: "Megabytes for undo in all sessions; the oldest are removed first.",
		}),
	},
	{ tab: "Files", group: "Undo" },
	{ project: "trust" },
);
