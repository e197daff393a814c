import { boolean, section, textList } from "@oh-my-pi/pi-utils/settings/setting";

export const goalSettings = section(
	"goal",
	{
		enabled: boolean({ project: "switch", default: true, label: "Goal mode", help: "Offer goal mode." }),
		statusInFooter: boolean({
			project: "free",
			default: true,
			label: "Goal budget",
			help: "Show the goal's budget in the status line.",
		}),
		continuationModes: textList({
			default: ["interactive"],
			label: "Goal continuation",
			help: "Modes in which omp keeps working on a goal between prompts.",
		}),
	},
	{ tab: "Tasks", group: "Modes" },
	{ project: "trust" },
);
