import { pick } from "../../protocol/counting.ts";
import { defineProtocol } from "../../protocol/protocol.ts";
import { adapt } from "../responses/adapt.ts";
import { end, type State, start, step } from "../responses/step.ts";
import { learnChain, recordAnswer } from "./chain.ts";
import { encode, prepare } from "./encode.ts";

export const openaiResponses = defineProtocol<State>({
	api: "openai-responses",
	framing: "sse",
	transportRetries: 5,
	interleaved: true,
	encode,
	start,
	step,
	end(state, reply) {
		end(state);
		const { settings, input, store } = prepare(state.call);
		if (store) recordAnswer(state.call, settings, input, reply.message);
	},
	counting: {
		request: ({ url, body }) => ({
			url: `${url}/input_tokens`,
			body: pick(body, ["model", "instructions", "input", "tools", "tool_choice", "reasoning", "text"]),
		}),
		field: "input_tokens",
	},
	adapt: (error, call) => learnChain(error, call) || adapt(error, call),
});
