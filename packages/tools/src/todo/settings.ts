import { boolean, choice, integer, number, section } from "@oh-my-pi/pi-utils/settings/setting";

const place = { tab: "Tools", group: "Todos" } as const;

export const todoSettings = section(
	"todo",
	{
		enabled: boolean({ project: "switch", default: true, label: "todo", help: "Let the model keep a to-do list." }),
		reminders: boolean({ default: true, label: "Reminders", help: "Remind the model of open items before it stops." }),
		remindersMax: integer({ default: 3, min: 0, label: "Maximum reminders", help: "Maximum reminders per turn." }),
		eager: choice({
			default: "default",
			values: ["default", "preferred", "always"],
			label: "Early to-do lists",
			help: "How strongly the model is told to begin with a list.",
		}),
	},
	place,
	{ project: "free" },
);

export const todoPanelSettings = section(
	"tasks",
	{
		todoClearDelay: number({
			default: 60,
			label: "Hide completed items",
			help: "Seconds before completed items disappear; 0 for immediately, negative for never.",
		}),
	},
	place,
	{ project: "free" },
);
