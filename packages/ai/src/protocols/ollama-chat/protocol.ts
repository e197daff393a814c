import type { ProviderError } from "../../errors/provider-error.ts";
import { defineProtocol, type ModelCall, type Protocol } from "../../protocol/protocol.ts";
import { encode, rootOf } from "./encode.ts";
import { end, start, step } from "./step.ts";

const serverErrorDelaysMs = [2000, 5000, 10_000];

/** Endpoints without Ollama's own API, for the life of the process. */
const withoutNative = new Set<string>();

export const ollamaChat = defineProtocol({
	api: "ollama-chat",
	framing: "ndjson",
	transportRetries: serverErrorDelaysMs.length,
	// An engine fails while it is loading a model.
	serverErrorDelaysMs,
	encode,
	start,
	step,
	end,
	adapt(error, { model }) {
		if (!isMissing(error) || withoutNative.has(rootOf(model))) return false;
		withoutNative.add(rootOf(model));
		return true;
	},
	insteadFor: ({ model }) => (withoutNative.has(rootOf(model)) ? compatible() : undefined),
});

/** The engine does not know the path; an unknown model is a 404, too. */
function isMissing({ status, kind }: ProviderError): boolean {
	return (status === 404 || status === 405) && kind !== "unknown-model";
}

/** The same models over the engine's OpenAI-compatible API. */
async function compatible(): Promise<Protocol> {
	const { openaiCompletions: protocol } = await import("../openai-completions/protocol.ts");
	const moved = (call: ModelCall): ModelCall => ({
		...call,
		model: { ...call.model, baseUrl: `${rootOf(call.model)}/v1` },
	});
	return {
		...(protocol as Protocol),
		encode: (call) => protocol.encode(moved(call)),
		start: (call) => protocol.start(moved(call)),
	};
}
