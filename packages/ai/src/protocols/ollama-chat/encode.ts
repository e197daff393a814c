import { userAgent } from "../../identity.ts";
import { namedTool, type Tool, type ToolChoice } from "../../message.ts";
import type { ModelCall, WireRequest } from "../../protocol.ts";
import { transformMessages } from "../../replay/transform-messages.ts";
import { samplingOf } from "../../sampling.ts";
import { normalizeForGrammar } from "../../schema/grammar.ts";
import { effortOf } from "../../thinking/effort.ts";
import { encodeMessages } from "./messages.ts";

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
	const wireOptions = {
		...(maxTokens !== undefined && { num_predict: maxTokens }),
		...samplingOf(options, {
			temperature: "temperature",
			topP: "top_p",
			topK: "top_k",
			minP: "min_p",
			repetitionPenalty: "repeat_penalty",
		}),
		...(options.stopSequences?.length && { stop: options.stopSequences }),
	};
	return {
		url: `${model.baseUrl.replace(/\/+$/, "").replace(/\/(v1|api)$/, "")}/api/chat`,
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
			messages: encodeMessages(context.systemPrompt ?? [], history, { takesThinking }),
			...(tools.length > 0 && { tools: tools.map(encodeTool) }),
			stream: true,
			...think(call),
			options: wireOptions,
			...model.compat?.extraBody,
		},
	};
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
	const effort = effortOf(model, options);
	if (effort) return { think: model.thinking?.effortMap?.[effort] ?? wireLevels[effort] };
	return model.thinking?.suppressWhenOff ? {} : { think: false };
}
