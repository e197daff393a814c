import { choice, number, section } from "@oh-my-pi/pi-utils/settings/setting";

const place = { tab: "Model", group: "Sampling" } as const;

const parameter = (label: string, help: string) =>
	number({ default: -1, min: -2, label, help: `${help} -1 uses the provider's default.` });

export const samplingSettings = section(
	"",
	{
		temperature: parameter("Temperature", "Sampling temperature."),
		topP: parameter("Top P", "Nucleus sampling: cumulative probability."),
		topK: parameter("Top K", "Sample from this many tokens."),
		minP: parameter("Min P", "Minimum probability relative to the most likely token."),
		presencePenalty: parameter("Presence penalty", "Penalty for tokens that have already occurred."),
		repetitionPenalty: parameter("Repetition penalty", "Penalty for repetition."),
		serviceTier: choice({
			default: "none",
			values: ["none", "auto", "default", "flex", "scale", "priority", "openai-only", "claude-only"],
			label: "Service tier",
			help: "Service tier of requests; the two -only values request priority for one family.",
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
			help: "Service tier of OpenAI models; overrides the general one.",
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
