import { defineProtocol } from "../../protocol.ts";
import { encode } from "./encode.ts";
import { end, start, step } from "./step.ts";

const serverErrorDelaysMs = [2000, 5000, 10_000];

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
});
