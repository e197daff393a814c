import { choice, integer, section } from "@oh-my-pi/pi-utils/settings/setting";

export const inspectImageSettings = section(
	"inspect_image",
	{
		mode: choice({
			default: "auto",
			values: ["auto", "on", "off"],
			label: "inspect_image",
			help: "Let a vision model describe images; auto for models without vision.",
		}),
		timeoutMs: integer({ default: 300_000, min: 0, label: "Image timeout", help: "Timeout in milliseconds." }),
	},
	{ tab: "Tools", group: "Available Tools" },
	{ project: "free" },
);
