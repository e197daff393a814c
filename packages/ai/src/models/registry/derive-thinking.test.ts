import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { Api } from "../../message.ts";
import { deriveThinking } from "./derive-thinking.ts";

const derive = (id: string, api: Api, provider = "x") => {
	const { mode, efforts } = deriveThinking({ id, api, provider });
	return `${mode}: ${efforts.join(" ")}`;
};

// biome-ignore format: a table
const specified: ReadonlyArray<[id: string, api: Api, expected: string]> = [
	["claude-opus-4-6", "anthropic-messages", "anthropic-adaptive: low medium high max"],
	["claude-opus-4-8", "anthropic-messages", "anthropic-adaptive: low medium high xhigh max"],
	["claude-sonnet-5", "anthropic-messages", "anthropic-adaptive: low medium high xhigh max"],
	["claude-opus-4-5", "anthropic-messages", "budget: minimal low medium high xhigh"],
	["us.anthropic.claude-opus-4-8", "bedrock-converse-stream", "anthropic-adaptive: low medium high xhigh max"],
	["claude-haiku-4-5@20251001", "google-vertex", "budget: minimal low medium high xhigh"],
	["anthropic/claude-opus-4.8", "openai-completions", "effort: low medium high xhigh max"],
	["gpt-5.5", "openai-responses", "effort: low medium high xhigh"],
	["gpt-5.2", "openai-responses", "effort: low medium high xhigh"],
	["gpt-5.1", "openai-responses", "effort: minimal low medium high"],
	["openai/gpt-5-mini", "openai-completions", "effort: minimal low medium high"],
	["o3", "openai-responses", "effort: low medium high"],
	["openai/gpt-oss-120b", "openai-completions", "effort: low medium high"],
	["gemini-3.1-pro-preview", "google-generative-ai", "google-level: low high"],
	["gemini-3-flash-preview", "google-vertex", "google-level: minimal low medium high"],
	["gemini-2.5-pro", "google-generative-ai", "budget: minimal low medium high"],
	["kimi-k3", "openai-completions", "effort: low high max"],
	["deepseek-v4-flash", "openai-completions", "effort: low high max"],
	["deepseek-v4-pro", "openai-completions", "effort: high max"],
	["glm-5.2", "anthropic-messages", "budget: high max"],
	["mimo-v2.5", "openai-completions", "effort: minimal low medium high xhigh"],
	["MiniMax-M3", "anthropic-messages", "budget: minimal low medium high xhigh"],
];

verifies("models-and-auth:registry:thinking-derived", () => {
	expect(specified.map(([id, api]) => [id, api, derive(id, api)])).toEqual(specified as unknown as string[][]);
});

test("thinking: a model on Ollama has Ollama's levels", () => {
	expect(derive("gpt-oss:120b", "ollama-chat", "ollama-cloud")).toBe("effort: low medium high max");
	expect(derive("qwen3:32b", "openai-responses", "ollama")).toBe("effort: low medium high max");
});

test("thinking: the name sent to the host counts, not the displayed one", () => {
	const model = { id: "duo-chat-opus-4-6", api: "anthropic-messages", provider: "gitlab-duo" };
	const compat = { extraBody: { model: "claude-opus-4-6" } };
	expect(deriveThinking({ ...model, compat }).mode).toBe("anthropic-adaptive");
});
