import { boolean, choice, integer, section, textList } from "@oh-my-pi/pi-utils/settings/setting";

export const loopSettings = section(
	"",
	{
		steeringMode: choice({
			default: "one-at-a-time",
			values: ["one-at-a-time", "all"],
			label: "Steering messages",
			help: "How many queued messages the model gets at once while it works.",
		}),
		followUpMode: choice({
			default: "one-at-a-time",
			values: ["one-at-a-time", "all"],
			label: "Follow-up messages",
			help: "How many queued messages the model gets at once when its turn ends.",
		}),
		interruptMode: choice({
			default: "immediate",
			values: ["immediate", "wait"],
			label: "Interrupt",
			help: "Whether a message sent while tools run skips those not yet started.",
		}),
	},
	{ tab: "Interaction", group: "Input" },
);

export const toolCallLoopGuardSettings = section(
	"model.toolCallLoopGuard",
	{
		enabled: boolean({
			default: true,
			label: "Tool loop guard",
			help: "Detect when the same tool call is repeated.",
		}),
		threshold: integer({
			default: 5,
			min: 2,
			label: "Tool loop limit",
			help: "How many identical calls in a row are too many.",
		}),
		exemptTools: textList({
			default: ["hub"],
			label: "Tool loop exceptions",
			help: "Tools that may repeat the same call.",
		}),
	},
	{ tab: "Model", group: "Thinking" },
);
