import { boolean, choice, number, section } from "@oh-my-pi/pi-utils/settings/setting";

export const askSwitchSettings = section(
	"ask",
	{ enabled: boolean({ default: true, label: "ask", help: "Ask the user questions." }) },
	{ tab: "Tools", group: "Available Tools" },
	{ project: "switch" },
);

export const askSettings = section(
	"ask",
	{
		timeout: number({
			default: 0,
			min: 0,
			label: "Question timeout",
			help: "Seconds before a question is answered with its default; 0 waits forever.",
		}),
		notify: choice({
			default: "on",
			values: ["on", "off"],
			label: "Notify on questions",
			help: "Notify when the model is waiting for an answer.",
		}),
	},
	{ tab: "Interaction", group: "Notifications" },
	{ project: "free" },
);
