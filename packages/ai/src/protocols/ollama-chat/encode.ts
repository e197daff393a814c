import { ProviderError } from "../../errors/provider-error.ts";
import { userAgent } from "../../identity.ts";
import { namedTool, type Tool, type ToolChoice } from "../../message.ts";
import type { Model } from "../../model/model.ts";
import type { ModelCall, WireRequest } from "../../protocol/protocol.ts";
import { encodeSampling } from "../../protocol/sampling.ts";
import { transformMessages } from "../../replay/transform-messages.ts";
import { normalizeForGrammar } from "../../schema/grammar.ts";
import { resolveEffort } from "../../thinking/effort.ts";
import { encodeMessages } from "./messages.ts";
import type { WireMessage } from "./wire.ts";

export function encode(call: ModelCall): WireRequest {
	const { model, context, options, apiKey } = call;
	// Nothing is signed here; the cloud rejects thinking in a history, local engines accept it.
	const takesThinking = model.provider !== "ollama-cloud";
	const history = transformMessages(context.messages, model, {
		unsignedThinking: takesThinking,
		toolCallId: (id) => id,
		orphanResults: "drop",
	});
	const tools = offered(context.tools ?? [], options.toolChoice);
	const maxTokens = options.maxTokens ?? (model.omitMaxOutputTokens ? undefined : model.maxTokens);
	const isCloud = model.provider === "ollama-cloud";
	const messages = encodeMessages(context.systemPrompt ?? [], history, { takesThinking });
	const encodedTools = tools.map(encodeTool);
	if (!isCloud) checkThatItFits(model, messages, encodedTools);
	const wireOptions = {
		// Otherwise the engine's small default applies, and it drops the beginning of the prompt silently.
		...(!isCloud && { num_ctx: model.contextWindow }),
		...(maxTokens !== undefined && { num_predict: maxTokens }),
		...encodeSampling(options, {
			temperature: "temperature",
			topP: "top_p",
			topK: "top_k",
			minP: "min_p",
			repetitionPenalty: "repeat_penalty",
		}),
		...(options.stopSequences?.length && { stop: options.stopSequences }),
	};
	return {
		url: `${rootOf(model)}/api/chat`,
		headers: {
			"content-type": "application/json",
			accept: "application/x-ndjson",
			"user-agent": userAgent,
			...(apiKey && { authorization: `Bearer ${apiKey}` }),
			...model.headers,
			...options.headers,
		},
		body: {
			model: model.id,
			messages,
			...(encodedTools.length > 0 && { tools: encodedTools }),
			stream: true,
			// Newer engines then report a prompt that is too long.
			...(!isCloud && { truncate: false }),
			...think(call),
			options: wireOptions,
			...model.compat?.extraBody,
		},
	};
}

export function rootOf({ baseUrl }: Pick<Model, "baseUrl">): string {
	return baseUrl.replace(/\/+$/, "").replace(/\/(v1|api)$/, "");
}

/** Text has about this many characters per token, or fewer. */
const charactersPerToken = 4;

/** Says that a prompt is too long, because the engine would only drop its beginning. */
function checkThatItFits(model: Model, messages: readonly WireMessage[], tools: readonly unknown[]): void {
	const texts = messages.map(({ content, thinking = "" }) => content.length + thinking.length);
	const characters =
		texts.reduce((sum, length) => sum + length, 0) + (tools.length > 0 ? JSON.stringify(tools).length : 0);
	const tokens = Math.round(characters / charactersPerToken);
	if (tokens <= model.contextWindow) return;
	throw new ProviderError(
		"context-overflow",
		`The prompt (about ${tokens} tokens) does not fit the context window of ${model.id} (${model.contextWindow}). Set OLLAMA_CONTEXT_LENGTH for a larger one.`,
	);
}

/** There is no tool choice in this protocol; excluded tools are not sent. */
function offered(tools: readonly Tool[], choice: ToolChoice | undefined): readonly Tool[] {
	if (choice === "none") return [];
	const pinned = tools.filter((tool) => tool.name === namedTool(choice));
	return pinned.length > 0 ? pinned : tools;
}

function encodeTool({ name, description, parameters }: Tool) {
	return { type: "function", function: { name, description, parameters: normalizeForGrammar(parameters) } };
}

const wireLevels = { minimal: "low", low: "low", medium: "medium", high: "high", xhigh: "high", max: "max" };

function think({ model, options }: ModelCall): { think?: boolean | string } {
	if (!model.reasoning) return {};
	const effort = resolveEffort(model, options);
	if (effort) return { think: model.thinking?.effortMap?.[effort] ?? wireLevels[effort] };
	return model.thinking?.suppressWhenOff ? {} : { think: false };
}
