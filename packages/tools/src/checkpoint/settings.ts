import { boolean, section } from "@oh-my-pi/pi-utils/settings/setting";

export const checkpointSettings = section(
	"checkpoint",
	{ enabled: boolean({ default: false, label: "checkpoint", help: "Mark a point to go back to." }) },
	{ tab: "Tools", group: "Available Tools" },
);
