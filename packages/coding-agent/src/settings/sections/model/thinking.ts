import { boolean, choice, integer, section } from "@oh-my-pi/pi-utils/settings/setting";
import { localClassifierModels } from "./local-models.data.ts";

const place = { tab: "Model", group: "Thinking" } as const;

export const thinkingSettings = section(
	"",
	{
		proseOnlyThinking: boolean({
			default: true,
			label: "Hide code in thinking",
			help: "Show code in thinking as an ellipsis.",
		}),
		omitThinking: boolean({
			default: false,
			label: "Omit thinking summaries",
			help: "Ask providers to omit thinking summaries.",
		}),
		externalThinking: boolean({
			default: false,
			label: "Scratchpad",
			help: "Give the model a private scratchpad instead of its native reasoning.",
		}),
	},
	place,
);

export const loopGuardSettings = section(
	"model.loopGuard",
	{
		enabled: boolean({ default: true, label: "Repetition guard", help: "Detect repetition in replies." }),
		checkAssistantContent: boolean({
			default: true,
			label: "Watch replies for loops",
			help: "Also detect repetition in text, not only in thinking.",
		}),
		toolCallReminder: boolean({
			default: true,
			label: "Planning reminder",
			help: "Remind a model that plans endlessly to act.",
		}),
	},
	place,
);

const budget = (level: string, tokens: number) =>
	integer({
		default: tokens,
		min: 0,
		fileOnly: true,
		label: `Budget ${level}`,
		help: `Thinking tokens at level ${level}, for models that take a number.`,
	});

export const thinkingBudgetSettings = section(
	"thinkingBudgets",
	{
		minimal: budget("minimal", 1024),
		low: budget("low", 2048),
		medium: budget("medium", 8192),
		high: budget("high", 16_384),
		xhigh: budget("xhigh", 32_768),
		max: budget("max", 32_768),
	},
	place,
);

export const autoThinkingSettings = section(
	"providers",
	{
		autoThinkingModel: choice({
			default: "online",
			values: localClassifierModels,
			label: "Auto thinking model",
			help: "The model that picks the thinking level at level auto.",
		}),
		autoThinkingMaxEffort: choice({
			default: "xhigh",
			values: ["xhigh", "max"],
			label: "Auto thinking limit",
			help: "Highest level that auto may pick.",
		}),
	},
	place,
);
