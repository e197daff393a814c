import { ProviderError } from "../../errors/provider-error.ts";
import { defineProtocol } from "../../protocol/protocol.ts";
import { adapt } from "../responses/adapt.ts";
import { end, type State, step } from "../responses/step.ts";
import { encode } from "./encode.ts";

export const openaiCodexResponses = defineProtocol<State>({
	api: "openai-codex-responses",
	framing: "sse",
	transportRetries: 5,
	interleaved: true,
	encode,
	start: (call) => ({ call, finished: false, watchInput: whitespaceGuard() }),
	step,
	end,
	adapt,
});

const maxEvents = 256;
const maxCharacters = 16 * 1024;

/** Stops an answer with endless blanks in a tool input, which this backend sometimes produces. */
function whitespaceGuard(): (delta: string) => void {
	let events = 0;
	let characters = 0;
	return (delta) => {
		if (delta.trim() !== "") {
			events = 0;
			characters = 0;
			return;
		}
		events++;
		characters += delta.length;
		if (events > maxEvents || characters > maxCharacters) {
			throw new ProviderError("transient", "The model filled a tool call with endless blanks");
		}
	};
}
