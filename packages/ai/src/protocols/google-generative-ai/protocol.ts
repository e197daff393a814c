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
	counting: {
		request: ({ url, body }) => ({
			url: url.replace(/:streamGenerateContent\?alt=sse$/, ":countTokens"),
			// Only in this form it takes a system prompt and tools.
			body: { generateContentRequest: { model: /models\/[^:/]+(?=:)/.exec(url)?.[0], ...body } },
		}),
		field: "totalTokens",
	},
});
