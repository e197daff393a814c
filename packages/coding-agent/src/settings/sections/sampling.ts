import { choice, number, section } from "@oh-my-pi/pi-utils/settings/setting";

const place = { tab: "Model", group: "Sampling" } as const;

const parameter = (label: string, help: string) =>
	number({ default: -1, min: -2, label, help: `${help} -1 leaves it to the provider.` });

export const samplingSettings = section(
	"",
	{
		temperature: parameter("Temperature", "How freely words are chosen."),
		topP: parameter("Top P", "Choose among words that make up this much probability."),
		topK: parameter("Top K", "Choose among this many words."),
		minP: parameter("Min P", "Leave out words less likely than this part of the likeliest."),
		presencePenalty: parameter("Presence penalty", "Make words that were used before less likely."),
		repetitionPenalty: parameter("Repetition penalty", "Make repetition less likely."),
		serviceTier: choice({
			default: "none",
			values: ["none", "auto", "default", "flex", "scale", "priority", "openai-only", "claude-only"],
			label: "Service tier",
			help: "How urgently requests are processed; the two -only values ask one family for priority.",
		}),
		textVerbosity: choice({
			default: "medium",
			values: ["low", "medium", "high"],
			label: "Verbosity",
			help: "How much OpenAI models write.",
		}),
	},
	place,
);

const openaiTiers = ["none", "auto", "default", "flex", "scale", "priority"] as const;

export const tierSettings = section(
	"tier",
	{
		openai: choice({
			default: "none",
			values: openaiTiers,
			label: "OpenAI tier",
			help: "Service tier of OpenAI models, before the general one.",
		}),
		anthropic: choice({
			default: "none",
			values: ["none", "priority"],
			label: "Claude tier",
			help: "Service tier of Claude models; priority is fast mode.",
		}),
		google: choice({
			default: "none",
			values: ["none", "flex", "priority"],
			label: "Gemini tier",
			help: "Service tier of Gemini models.",
		}),
		subagent: choice({
			default: "inherit",
			values: ["inherit", ...openaiTiers],
			label: "Subagent tier",
			help: "Service tier of subagents.",
		}),
		advisor: choice({
			default: "none",
			values: ["inherit", ...openaiTiers],
			label: "Advisor tier",
			help: "Service tier of the advisor.",
		}),
	},
	place,
);
