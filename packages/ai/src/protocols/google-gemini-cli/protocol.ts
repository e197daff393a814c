import { parseFrame } from "../../protocol/parse-frame.ts";
import { defineProtocol } from "../../protocol/protocol.ts";
import { end, start, takeChunk } from "../google/step.ts";
import type { WireChunk } from "../google/wire.ts";
import { encode } from "./encode.ts";

export const googleGeminiCli = defineProtocol({
	api: "google-gemini-cli",
	framing: "sse",
	transportRetries: 0,
	// Gemini sometimes thinks without answering.
	repeatsCostlyEmpties: true,
	encode,
	start,
	step(state, frame, reply) {
		// An error has no envelope.
		const chunk = parseFrame<WireChunk & { response?: WireChunk }>(frame);
		return takeChunk(state, chunk.response ?? chunk, reply);
	},
	end,
});
