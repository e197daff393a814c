import { isForced, namedTool, type Tool, type ToolChoice } from "../../message.ts";
import type { ModelCall, WireRequest } from "../../protocol/protocol.ts";
import { encodeSampling } from "../../protocol/sampling.ts";
import { legalToolCallId } from "../../replay/tool-call-id.ts";
import { transformMessages } from "../../replay/transform-messages.ts";
import { buildCacheControl, markCacheableMessages } from "./cache-control.ts";
import { buildHeaders } from "./headers.ts";
import { encodeMessages } from "./messages.ts";
import { asksForSpeed } from "./speed.ts";
import { thinkingFields } from "./thinking.ts";
import { encodeTools } from "./tools.ts";

/** A larger output must be requested explicitly. */
const defaultMaxTokens = 64_000;

export function encode(call: ModelCall): WireRequest {
	const { model, context, options } = call;
	const cacheControl = buildCacheControl(call);
	const messages = encodeMessages(
		transformMessages(context.messages, model, {
			unsignedThinking: model.compat?.replayUnsignedThinking ?? false,
			toolCallId: (id) => legalToolCallId(id, /^[A-Za-z0-9_-]{1,64}$/, 64),
			orphanResults: "drop",
			opensWithUser: true,
		}),
	);
	markCacheableMessages(messages, cacheControl);

	const tools = context.tools ?? [];
	const encodedTools = encodeTools(call);
	const toolChoice = encodeToolChoice(options.toolChoice, tools);
	const thinking = thinkingFields(call, { forcedTool: isForced(options.toolChoice) && toolChoice !== undefined });
	const wanted = Math.max(options.maxTokens ?? defaultMaxTokens, thinking.minMaxTokens);
	const maxTokens = Math.min(wanted, model.maxTokens);
	const system = (context.systemPrompt ?? []).filter((text) => text !== "").map((text) => ({ type: "text", text }));
	// Behind the first two blocks a sub-agent has its own: what its siblings have in common is cached for all of them.
	const marked = system.length > 2 ? system.slice(-2) : system.slice(-1);
	if (cacheControl) for (const block of marked) Object.assign(block, { cache_control: cacheControl });

	const body: Record<string, unknown> = {
		model: model.id,
		max_tokens: maxTokens,
		stream: true,
		...(system.length > 0 && { system }),
		...(tools.length > 0 && { tools: encodedTools }),
		...(toolChoice && { tool_choice: toolChoice }),
		messages,
		...thinking.body,
		...(options.stopSequences?.length && { stop_sequences: options.stopSequences }),
		...(thinking.enabled ? {} : encodeSampling(options, { temperature: "temperature", topP: "top_p", topK: "top_k" })),
		...(options.sessionId && { metadata: { user_id: JSON.stringify({ session_id: options.sessionId }) } }),
		...(asksForSpeed(call) && { speed: "fast" }),
		...model.compat?.extraBody,
	};
	return {
		url: `${model.baseUrl.replace(/\/+$/, "").replace(/\/v1$/, "")}/v1/messages`,
		headers: buildHeaders(call, {
			thinking: thinking.enabled,
			effort: "output_config" in thinking.body,
			strictTools: encodedTools.some((tool) => tool.strict === true),
		}),
		body,
	};
}

function encodeToolChoice(choice: ToolChoice | undefined, tools: readonly Tool[]) {
	if (choice === undefined || choice === "auto" || tools.length === 0) return undefined;
	if (choice === "none") return { type: "none" };
	const name = namedTool(choice);
	if (name === undefined) return { type: "any" };
	return tools.some((tool) => tool.name === name) ? { type: "tool", name } : undefined;
}
