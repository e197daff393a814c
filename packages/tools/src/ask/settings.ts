import { boolean, choice, number, section } from "@oh-my-pi/pi-utils/settings/setting";

export const askSwitchSettings = section(
	"ask",
	{ enabled: boolean({ default: true, label: "ask", help: "Ask the user questions." }) },
	{ tab: "Tools", group: "Available Tools" },
);

export const askSettings = section(
	"ask",
	{
		timeout: number({
			default: 0,
			min: 0,
			label: "Answer timeout",
			help: "Answer a question of the model after this many seconds; 0 waits.",
		}),
		notify: choice({
			default: "on",
			values: ["on", "off"],
			label: "On questions",
			help: "Notify when the model waits for an answer.",
		}),
	},
	{ tab: "Interaction", group: "Notifications" },
);
