import { boolean, integer, section } from "@oh-my-pi/pi-utils/settings/setting";

export const autolearnSettings = section(
	"autolearn",
	{
		enabled: boolean({
			default: false,
			label: "Learn",
			help: "Offer tools that store lessons and skills, and remind the model of them after a long turn.",
		}),
		autoContinue: boolean({
			default: false,
			label: "Learn at once",
			help: "Give the model a turn of its own for lessons after a long turn, instead of a reminder with the next prompt.",
		}),
		minToolCalls: integer({
			default: 5,
			min: 0,
			label: "Tool calls before a lesson",
			help: "Minimum tool calls of a turn for a lesson.",
		}),
	},
	{ tab: "Memory", group: "Lessons" },
);
