import { learnEffort } from "../../adapt/effort.ts";
import { learnStrictTools } from "../../adapt/strict-tools.ts";
import { defineProtocol } from "../../protocol/protocol.ts";
import { encode } from "./request/encode.ts";
import { end, start, step } from "./response/step.ts";

export const openaiCompletions = defineProtocol({
	api: "openai-completions",
	framing: "sse",
	transportRetries: 5,
	// Fragments of several calls may alternate; this protocol decides when a block ends.
	interleaved: true,
	encode,
	start,
	step,
	end,
	adapt: (error, call) => learnEffort(error, call) || learnStrictTools(error, call),
});
