import { boolean, section } from "@oh-my-pi/pi-utils/settings/setting";

export const titleSettings = section(
	"title",
	{ refreshOnReplan: boolean({ default: true, label: "Update title", help: "Update the title after a new plan." }) },
	{ tab: "Tasks", group: "Modes" },
);
