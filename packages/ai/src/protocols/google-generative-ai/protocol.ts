import { defineProtocol } from "../../protocol/protocol.ts";
import { end, start, step } from "../google/step.ts";
import { encode } from "./encode.ts";

export const googleGenerativeAi = defineProtocol({
	api: "google-generative-ai",
	framing: "sse",
	transportRetries: 0,
	// Gemini sometimes thinks without answering.
	repeatsCostlyEmpties: true,
	encode,
	start,
	step,
	end,
});
