import type { ModelCall } from "../../protocol/protocol.ts";
import { encodeSampling } from "../../protocol/sampling.ts";
import { legalToolCallId } from "../../replay/tool-call-id.ts";
import { transformMessages } from "../../replay/transform-messages.ts";
import { answerTokens } from "../../thinking/effort.ts";
import { encodeContents } from "./contents.ts";
import { isClaude, isGemini3 } from "./family.ts";
import { buildThinkingConfig, type ThinkingConfig } from "./thinking-config.ts";
import { encodeToolChoice, encodeTools } from "./tools.ts";

/** The request body common to all of Google's endpoints. */
export function requestBody(call: ModelCall, rules: { ids: boolean }): Record<string, unknown> {
	const { model, context, options } = call;
	const messages = transformMessages(context.messages, model, {
		// Gemini does not sign its thoughts; Claude behind Google's API does.
		unsignedThinking: !isClaude(model),
		toolCallId: (id) => legalToolCallId(id, /^[A-Za-z0-9_-]{1,64}$/, 64),
		orphanResults: "drop",
		opensWithUser: true,
	});
	const system = (context.systemPrompt ?? []).filter((text) => text.trim() !== "").map((text) => ({ text }));
	const tools = context.tools ?? [];
	const cachedContent = options.metadata?.cachedContent;
	return {
		...(system.length > 0 && { systemInstruction: { parts: system } }),
		contents: encodeContents(messages, { ids: rules.ids, gemini3: isGemini3(model) }),
		...encodeTools(tools, model),
		...encodeToolChoice(options.toolChoice, tools),
		generationConfig: generationConfig(call, buildThinkingConfig(call)),
		...(typeof cachedContent === "string" && { cachedContent }),
	};
}

function generationConfig(call: ModelCall, thinkingConfig: ThinkingConfig | undefined): Record<string, unknown> {
	const { model, options } = call;
	const wanted = options.maxTokens ?? (model.omitMaxOutputTokens ? undefined : model.maxTokens);
	const budget = thinkingConfig?.thinkingBudget ?? 0;
	// Thinking counts toward the same limit; leave room for the answer.
	const least = budget > 0 ? budget + answerTokens : 0;
	return {
		...(wanted !== undefined && { maxOutputTokens: Math.min(Math.max(wanted, least), model.maxTokens) }),
		...encodeSampling(options, {
			temperature: "temperature",
			topP: "topP",
			topK: "topK",
			presencePenalty: "presencePenalty",
			frequencyPenalty: "frequencyPenalty",
		}),
		...(options.stopSequences?.length && { stopSequences: options.stopSequences }),
		...(thinkingConfig && { thinkingConfig }),
	};
}
