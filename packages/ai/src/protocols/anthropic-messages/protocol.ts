import { learnStrictTools } from "../../adapt/strict-tools.ts";
import { defineProtocol } from "../../protocol.ts";
import { encode } from "./encode.ts";
import { end, start, step } from "./step.ts";

export const anthropicMessages = defineProtocol({
	api: "anthropic-messages",
	framing: "sse",
	transportRetries: 10,
	encode,
	start,
	step,
	end,
	adapt: learnStrictTools,
});
