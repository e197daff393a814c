import { boolean, section } from "@oh-my-pi/pi-utils/settings/setting";

export const planSettings = section(
	"plan",
	{
		enabled: boolean({ default: true, label: "Plan mode", help: "Offer plan mode." }),
		defaultOnStartup: boolean({ default: false, label: "Start in plan mode", help: "Start in plan mode." }),
	},
	{ tab: "Tasks", group: "Modes" },
);
