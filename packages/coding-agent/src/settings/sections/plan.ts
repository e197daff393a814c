import { boolean, section } from "@oh-my-pi/pi-utils/settings/setting";

const place = { tab: "Tasks", group: "Modes" } as const;

export const planSettings = section(
	"plan",
	{
		enabled: boolean({ default: true, label: "Plan mode", help: "Offer plan mode." }),
		defaultOnStartup: boolean({ default: false, label: "Start in plan mode", help: "Start in plan mode." }),
	},
	place,
);

export const titleSettings = section(
	"title",
	{ refreshOnReplan: boolean({ default: true, label: "Update title", help: "Update the title after a new plan." }) },
	place,
);
