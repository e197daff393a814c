import { boolean, choice, section } from "@oh-my-pi/pi-utils/settings/setting";

const place = { tab: "Context", group: "Experimental" } as const;

export const dialectSettings = section(
	"tools",
	{
		format: choice({
			default: "auto",
			values: [
				"auto",
				"native",
				"glm",
				"hermes",
				"kimi",
				"xml",
				"anthropic",
				"deepseek",
				"harmony",
				"qwen3",
				"gemini",
				"gemma",
				"minimax",
			],
			nextSession: true,
			label: "Tool dialect",
			help: "Format of tool calls for models without native tool calls.",
		}),
	},
	place,
);

export const snapcompactSettings = section(
	"snapcompact",
	{
		systemPrompt: choice({
			default: "none",
			values: ["none", "agents-md", "all"],
			label: "Prompt as image",
			help: "Which prompt texts are sent as images.",
		}),
		toolResults: boolean({
			default: false,
			label: "Results as image",
			help: "Send old tool results as images.",
		}),
		shape: choice({
			default: "auto",
			values: [
				"auto",
				"8x8r-bw",
				"8x8r-sent",
				"8x8u-bw",
				"8x8u-sent",
				"6x6u-bw",
				"6x6u-sent",
				"5x8-bw",
				"5x8-sent",
				"6x12-dim",
				"8x13-bw",
				"8on16-bw",
				"8on22-bw",
				"11on16-bw",
				"silver16-bw",
				"doc-8on16-bw",
				"doc-8on16-sent",
				"doc-8on16-sent-dim",
			],
			label: "Image shape",
			help: "Font and colors of text sent as images.",
		}),
	},
	place,
);
