import type { ModelCall, WireRequest } from "../../protocol.ts";
import { encode as encodeCodex } from "../openai-codex-responses/encode.ts";
import { encode as encodeResponses } from "../openai-responses/encode.ts";

/** The conversation as an ordinary request has it, sent to the address beside that. */
export function encode(call: ModelCall): WireRequest {
	const { context } = call;
	const isCodex = call.model.provider === "openai-codex";
	const model = { ...call.model, api: isCodex ? "openai-codex-responses" : "openai-responses" };
	// Without a memory the provider is not asked to go on from what it has on record, and everything is sent.
	const bare: ModelCall = { ...call, model, context: { messages: context.messages }, memory: new Map() };
	const { url, headers, body } = isCodex ? encodeCodex(bare) : encodeResponses(bare);
	const instructions = (context.systemPrompt ?? []).join("\n\n");
	return { url: `${url}/compact`, headers, body: { model: model.id, input: body.input, instructions } };
}
