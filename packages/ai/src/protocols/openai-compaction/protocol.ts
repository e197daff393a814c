import { ProviderError } from "../../errors/provider-error.ts";
import { parseFrame } from "../../parse-frame.ts";
import { defineProtocol } from "../../protocol.ts";
import { encode } from "./encode.ts";

interface WireCompaction {
	readonly object?: string;
	readonly output?: unknown;
	readonly usage?: { readonly input_tokens?: number; readonly output_tokens?: number };
}

/** Not an answer but the conversation in few items, which only the provider can read. */
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
