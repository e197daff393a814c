import { boolean, choice, integer, section } from "@oh-my-pi/pi-utils/settings/setting";

export const advisorSettings = section(
	"advisor",
	{
		enabled: boolean({
			default: false,
			label: "Advisor",
			help: "Let a second model review turns; needs the role advisor.",
		}),
		subagents: boolean({ default: false, label: "Advise subagents", help: "Give subagents advisors too." }),
		syncBacklog: choice({
			default: "off",
			values: ["off", "1", "3", "5"],
			label: "Wait for advisor",
			help: "Wait up to 30 s when the advisor is this many turns behind.",
		}),
		immuneTurns: integer({
			default: 3,
			min: 0,
			label: "Turns between advice",
			help: "Turns without another interruption after one.",
		}),
	},
	{ tab: "Model", group: "Advisor" },
);

export const prewalkSettings = section(
	"prewalk",
	{
		enabled: boolean({
			default: false,
			label: "Prewalk",
			help: "Plan with the strong model, then continue with the role smol.",
		}),
	},
	{ tab: "Model", group: "Prewalk" },
);
