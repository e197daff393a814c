import { boolean, integer, section } from "@oh-my-pi/pi-utils/settings/setting";

export const searchSettings = section(
	"search",
	{
		enabled: boolean({ project: "switch", default: true, label: "search", help: "Search in files." }),
		contextBefore: integer({ default: 1, min: 0, label: "Lines before", help: "Lines shown before a match." }),
		contextAfter: integer({ default: 3, min: 0, label: "Lines after", help: "Lines shown after a match." }),
	},
	{ tab: "Tools", group: "Available Tools" },
	{ project: "free" },
);
