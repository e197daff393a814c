import { userAgent } from "../../identity.ts";
import { isForced } from "../../message.ts";
import type { Model } from "../../model/model.ts";
import type { ModelCall, WireRequest } from "../../protocol/protocol.ts";
import { encodeSampling } from "../../protocol/sampling.ts";
import { legalToolCallId } from "../../replay/tool-call-id.ts";
import { transformMessages } from "../../replay/transform-messages.ts";
import { placeCachePoints } from "./cache-points.ts";
import { encodeMessages } from "./messages.ts";
import { isClaude, modelFields } from "./model-fields.ts";
import { resolveEndpoint } from "./region.ts";
import { encodeTools } from "./tools.ts";
import type { WireBlock } from "./wire.ts";

const usualIds = /^[A-Za-z0-9_-]{1,64}$/;
/** Kimi was trained on ids such as `functions.read:0`, and Bedrock accepts them for it. */
const kimiIds = /^[A-Za-z0-9_.:-]{1,64}$/;

function isKimi({ id }: Model): boolean {
	return /kimi|moonshot/i.test(id);
}

export function encode(call: ModelCall): WireRequest {
	const { model, context, options } = call;
	const history = transformMessages(context.messages, model, {
		unsignedThinking: false,
		toolCallId: (id) => legalToolCallId(id, isKimi(model) ? kimiIds : usualIds, 64),
		orphanResults: "drop",
		opensWithUser: true,
	});
	const messages = encodeMessages(history);
	const system = (context.systemPrompt ?? []).filter((text) => text.trim() !== "").map((text): WireBlock => ({ text }));
	const toolConfig = encodeTools(context.tools ?? [], options.toolChoice, history);
	placeCachePoints(call, { tools: toolConfig?.tools ?? [], system, messages });

	const forcedTool = isForced(options.toolChoice) && toolConfig?.toolChoice !== undefined;
	const fields = modelFields(call, { forcedTool });
	const wanted = options.maxTokens ?? (model.omitMaxOutputTokens ? undefined : model.maxTokens);
	const sampling = encodeSampling(options, { temperature: "temperature", topP: "topP" });
	const topK = isClaude(model) ? encodeSampling(options, { topK: "top_k" }) : {};
	const additional = { ...(fields.enabled ? {} : topK), ...fields.body };
	return {
		url: `${resolveEndpoint(call)}/model/${encodeURIComponent(model.id)}/converse-stream`,
		headers: {
			"content-type": "application/json",
			accept: "application/vnd.amazon.eventstream",
			"user-agent": userAgent,
			...model.headers,
			...options.headers,
		},
		body: {
			messages,
			...(system.length > 0 && { system }),
			inferenceConfig: {
				...(wanted !== undefined && {
					maxTokens: Math.min(Math.max(wanted, fields.minMaxTokens), model.maxTokens),
				}),
				...(fields.enabled ? {} : sampling),
				...(options.stopSequences?.length && { stopSequences: options.stopSequences }),
			},
			...(toolConfig && { toolConfig }),
			...(Object.keys(additional).length > 0 && { additionalModelRequestFields: additional }),
			...model.compat?.extraBody,
		},
	};
}
