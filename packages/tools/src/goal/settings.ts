import { boolean, section, textList } from "@oh-my-pi/pi-utils/settings/setting";

export const goalSettings = section(
	"goal",
	{
		enabled: boolean({ default: true, label: "Goal mode", help: "Offer goal mode." }),
		statusInFooter: boolean({
			default: true,
			label: "Goal budget",
			help: "Show the goal's budget in the status line.",
		}),
		continuationModes: textList({
			default: ["interactive"],
			label: "Goals go on",
			help: "The modes in which a goal goes on by itself.",
		}),
	},
	{ tab: "Tasks", group: "Modes" },
);
