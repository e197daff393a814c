import { boolean, choice, integer, number, section } from "@oh-my-pi/pi-utils/settings/setting";

const place = { tab: "Tools", group: "Todos" } as const;

export const todoSettings = section(
	"todo",
	{
		enabled: boolean({ default: true, label: "todo", help: "Let the model keep a list of what is to do." }),
		reminders: boolean({ default: true, label: "Reminders", help: "Remind the model of open items before it stops." }),
		remindersMax: integer({ default: 3, min: 0, label: "Reminders at most", help: "How often in one turn." }),
		eager: choice({
			default: "default",
			values: ["default", "preferred", "always"],
			label: "Early lists",
			help: "How strongly the model is told to begin with a list.",
		}),
	},
	place,
);

export const todoPanelSettings = section(
	"tasks",
	{
		todoClearDelay: number({
			default: 60,
			label: "Hide done items",
			help: "Seconds before items that are done vanish; 0 at once, less than 0 never.",
		}),
	},
	place,
);
