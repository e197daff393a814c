import { boolean, section } from "@oh-my-pi/pi-utils/settings/setting";

export const debugSettings = section(
	"debug",
	{ enabled: boolean({ default: true, label: "debug", help: "Run programs in a debugger." }) },
	{ tab: "Tools", group: "Available Tools" },
	{ project: "switch" },
);
