import type { Model } from "../../../model/model.ts";
import { assistantOf, callTo } from "../../testing/calls.ts";
import { encode } from "../request/encode.ts";

/** A standard OpenAI model, and variations of it. */

export const model: Model = {
	id: "gpt-4.1",
	name: "GPT-4.1",
	provider: "openai",
	api: "openai-completions",
	baseUrl: "https://api.openai.com/v1/",
	reasoning: false,
	input: ["text", "image"],
	cost: { input: 2, output: 8, cacheRead: 0.5, cacheWrite: 0 },
	contextWindow: 1_000_000,
	maxTokens: 32_768,
};
export const thinking = { mode: "effort", efforts: ["minimal", "low", "medium", "high"] } as const;
export const reasoner = { id: "gpt-5", reasoning: true, thinking } as const;
export const custom = { provider: "custom", baseUrl: "https://gateway.example.com/v1" };

export const call = callTo(model);
export const assistant = assistantOf(model);
export const body = (...args: Parameters<typeof call>) => encode(call(...args)).body;
export const messages = (...args: Parameters<typeof call>) => body(...args).messages as Array<Record<string, unknown>>;
