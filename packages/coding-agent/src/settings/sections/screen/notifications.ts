import { boolean, choice, integer, section } from "@oh-my-pi/pi-utils/settings/setting";

const place = { tab: "Interaction", group: "Notifications" } as const;

const onOff = (on: "on" | "off", label: string, help: string) =>
	choice({ default: on, values: ["on", "off"], label, help });

export const completionSettings = section(
	"completion",
	{ notify: onOff("on", "Notify on completion", "Notify when a turn ends.") },
	place,
);

export const errorSettings = section(
	"error",
	{ notify: onOff("off", "Notify on errors", "Notify when a turn ends with an error.") },
	place,
);

export const recapSettings = section(
	"recap",
	{
		enabled: boolean({ default: true, label: "Recap", help: "Summarize what happened after a pause." }),
		idleSeconds: integer({
			default: 240,
			min: 0,
			label: "Recap after",
			help: "Seconds without input that count as a pause.",
		}),
	},
	place,
);
