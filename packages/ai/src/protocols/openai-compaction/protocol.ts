import { ProviderError } from "../../errors/provider-error.ts";
import { parseFrame } from "../../protocol/parse-frame.ts";
import { defineProtocol, type ModelCall, type WireRequest } from "../../protocol/protocol.ts";
import { encode as encodeCodex } from "../openai-codex-responses/encode.ts";
import { encode as encodeResponses } from "../openai-responses/encode.ts";

interface WireCompaction {
	readonly object?: string;
	readonly output?: unknown;
	readonly usage?: { readonly input_tokens?: number; readonly output_tokens?: number };
}

/** Returns no answer but the compacted conversation, which only the provider can read. */
export const openaiCompaction = defineProtocol<{ finished: boolean }>({
	api: "openai-compaction",
	framing: "json",
	transportRetries: 1,
	encode,
	start: () => ({ finished: false }),
	step(state, frame, reply) {
		const answer = parseFrame<WireCompaction>(frame);
		if (answer.object !== "response.compaction" || !Array.isArray(answer.output) || answer.output.length === 0) {
			throw new ProviderError("invalid-request", "The provider's answer is no compaction");
		}
		reply.message.providerPayload = answer.output;
		reply.setUsage({ input: answer.usage?.input_tokens ?? 0, output: answer.usage?.output_tokens ?? 0 });
		reply.appendText("text", "(compacted by the provider)");
		reply.setStop("stop");
		state.finished = true;
		return "finished";
	},
	end({ finished }) {
		if (!finished) throw new ProviderError("transient", "The provider answered without a compaction");
	},
});

/** The conversation as in a usual request, sent to the compaction endpoint. */
function encode(call: ModelCall): WireRequest {
	const { context } = call;
	const isCodex = call.model.provider === "openai-codex";
	const model = { ...call.model, api: isCodex ? "openai-codex-responses" : "openai-responses" };
	// Without a memory there is no server-side record to continue from, so everything is sent.
	const bare: ModelCall = { ...call, model, context: { messages: context.messages }, memory: new Map() };
	const { url, headers, body } = isCodex ? encodeCodex(bare) : encodeResponses(bare);
	const instructions = (context.systemPrompt ?? []).join("\n\n");
	return { url: `${url}/compact`, headers, body: { model: model.id, input: body.input, instructions } };
}
