import { expect } from "bun:test";
import { modelCall, user } from "@oh-my-pi/pi-testkit/protocol-contract/history";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { type Api, type Effort, efforts } from "../message.ts";
import type { Model, ModelThinking } from "../model/model.ts";
import { builtInProtocols } from "../protocols/protocols.ts";

const levels = ["off", ...efforts] as const;

interface Row {
	readonly model: Model;
	/** The thinking fields of the body. */
	readonly said: (body: Record<string, unknown>) => unknown;
	/** For each level from off to max. */
	readonly expected: readonly unknown[];
}

function model(api: Api, provider: string, id: string, baseUrl: string, thinking: ModelThinking): Model {
	return {
		id,
		name: id,
		provider,
		api,
		baseUrl,
		reasoning: true,
		thinking,
		input: ["text"],
		cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
		contextWindow: 200_000,
		maxTokens: 64_000,
	};
}

const upTo = (last: Effort, first: Effort = "minimal") =>
	efforts.slice(efforts.indexOf(first), efforts.indexOf(last) + 1);
const openai = "https://api.openai.com/v1";
const google = "https://generativelanguage.googleapis.com/v1beta";
const enabled = (budget_tokens: number) => ({ type: "enabled", budget_tokens, display: "summarized" });
const adaptive = { type: "adaptive", display: "summarized" };
const summarized = (effort: string) => ({ effort, summary: "auto" });
const budgeted = (thinkingBudget: number) => ({ includeThoughts: true, thinkingBudget });
const levelled = (thinkingLevel: string) => ({ includeThoughts: true, thinkingLevel });
const quiet = (thinkingLevel: string) => ({ includeThoughts: false, thinkingLevel });
const thinkingConfig = (body: Record<string, unknown>) =>
	(body.generationConfig as { thinkingConfig: unknown }).thinkingConfig;

const rows: Readonly<Record<string, Row>> = {
	"Claude with a budget": {
		model: model("anthropic-messages", "anthropic", "claude-sonnet-4-5", "https://api.anthropic.com", {
			mode: "budget",
			efforts: upTo("xhigh"),
		}),
		said: (body) => body.thinking,
		expected: [{ type: "disabled" }, ...[1024, 2048, 8192, 16384, 32768, 32768].map(enabled)],
	},
	"Claude 4.6, adaptive": {
		model: model("anthropic-messages", "anthropic", "claude-opus-4-6", "https://api.anthropic.com", {
			mode: "anthropic-adaptive",
			efforts: ["low", "medium", "high", "max"],
		}),
		said: (body) => [body.thinking, body.output_config],
		expected: [
			[undefined, { effort: "low" }],
			...["low", "low", "medium", "high", "high", "max"].map((effort) => [adaptive, { effort }]),
		],
	},
	"Claude 4.7 and later, adaptive": {
		model: model("anthropic-messages", "anthropic", "claude-opus-4-8", "https://api.anthropic.com", {
			mode: "anthropic-adaptive",
			efforts: upTo("max", "low"),
		}),
		said: (body) => [body.thinking, body.output_config],
		expected: [
			[undefined, { effort: "low" }],
			...["low", "low", "medium", "high", "xhigh", "max"].map((effort) => [adaptive, { effort }]),
		],
	},
	"OpenAI Chat": {
		model: model("openai-completions", "openai", "gpt-5", openai, { mode: "effort", efforts: upTo("high") }),
		said: (body) => body.reasoning_effort,
		expected: ["minimal", "minimal", "low", "medium", "high", "high", "high"],
	},
	"OpenAI Chat with xhigh": {
		model: model("openai-completions", "openai", "gpt-5.2", openai, { mode: "effort", efforts: upTo("xhigh", "low") }),
		said: (body) => body.reasoning_effort,
		expected: ["low", "low", "low", "medium", "high", "xhigh", "xhigh"],
	},
	"OpenAI Responses": {
		model: model("openai-responses", "openai", "gpt-5.5", openai, { mode: "effort", efforts: upTo("xhigh", "low") }),
		said: (body) => body.reasoning,
		expected: [{ effort: "low" }, ...["low", "low", "medium", "high", "xhigh", "xhigh"].map(summarized)],
	},
	"Gemini 2": {
		model: model("google-generative-ai", "google", "gemini-2.5-flash", google, {
			mode: "budget",
			efforts: upTo("high"),
		}),
		said: thinkingConfig,
		expected: [{ includeThoughts: false, thinkingBudget: 0 }, ...[1024, 2048, 8192, 16384, 16384, 16384].map(budgeted)],
	},
	"Gemini 3 pro": {
		model: model("google-generative-ai", "google", "gemini-3.1-pro-preview", google, {
			mode: "google-level",
			efforts: ["low", "high"],
		}),
		said: thinkingConfig,
		expected: [quiet("LOW"), ...["LOW", "LOW", "LOW", "HIGH", "HIGH", "HIGH"].map(levelled)],
	},
	"Gemini 3 flash": {
		model: model("google-generative-ai", "google", "gemini-3-flash-preview", google, {
			mode: "google-level",
			efforts: upTo("high"),
		}),
		said: thinkingConfig,
		expected: [quiet("MINIMAL"), ...["MINIMAL", "LOW", "MEDIUM", "HIGH", "HIGH", "HIGH"].map(levelled)],
	},
	Ollama: {
		model: model("ollama-chat", "ollama-cloud", "gpt-oss:120b", "https://ollama.com", {
			mode: "effort",
			efforts: ["low", "medium", "high", "max"],
		}),
		said: (body) => body.think,
		expected: [false, "low", "low", "medium", "high", "high", "max"],
	},
};

verifies("ai-streaming:thinking:level-table", async () => {
	const said: Record<string, unknown[]> = {};
	for (const [name, row] of Object.entries(rows)) {
		const protocol = await builtInProtocols.get(row.model.api)?.();
		said[name] = levels.map((level) => {
			const options = level === "off" ? { disableReasoning: true } : { reasoning: level };
			const call = modelCall(row.model, { messages: [user("q")] }, options);
			return protocol && row.said(protocol.encode(call).body);
		});
	}
	expect(said).toEqual(Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, [...row.expected]])));
});
