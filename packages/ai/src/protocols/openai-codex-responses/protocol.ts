import { defineProtocol } from "../../protocol.ts";
import { adapt } from "../responses/adapt.ts";
import { end, type State, step } from "../responses/step.ts";
import { encode } from "./encode.ts";
import { whitespaceGuard } from "./whitespace-guard.ts";

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
