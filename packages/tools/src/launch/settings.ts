import { boolean, section } from "@oh-my-pi/pi-utils/settings/setting";

export const launchSettings = section(
	"launch",
	{ enabled: boolean({ default: true, label: "launch", help: "Start long-running programs." }) },
	{ tab: "Tools", group: "Available Tools" },
	{ project: "switch" },
);
