import { boolean, section } from "@oh-my-pi/pi-utils/settings/setting";

export const findSettings = section(
	"find",
	{ enabled: boolean({ default: true, label: "find", help: "Find files by name." }) },
	{ tab: "Tools", group: "Available Tools" },
	{ project: "switch" },
);
