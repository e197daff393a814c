import { boolean, section } from "@oh-my-pi/pi-utils/settings/setting";

export const checkpointSettings = section(
	"checkpoint",
	{
		enabled: boolean({ default: false, label: "checkpoint", help: "Let the model set a checkpoint and rewind to it." }),
	},
	{ tab: "Tools", group: "Available Tools" },
	{ project: "switch" },
);
