import { userAgent } from "../../identity.ts";
import type { ModelCall, WireRequest } from "../../protocol/protocol.ts";
import { encode as encodeForAnthropic } from "../anthropic-messages/encode.ts";
import { isClaude } from "../google/family.ts";
import { requestBody } from "../google/request-body.ts";
import { isExpress, resolveEndpoint } from "./endpoint.ts";

export function encode(call: ModelCall): WireRequest {
	const { model, options } = call;
	return {
		url: resolveEndpoint(call),
		headers: {
			"content-type": "application/json",
			accept: "text/event-stream",
			"user-agent": userAgent,
			...(call.apiKey && isExpress(call) && { "x-goog-api-key": call.apiKey }),
			...(options.serviceTier === "priority" && { "x-vertex-ai-llm-shared-request-type": "priority" }),
			...model.headers,
			...options.headers,
		},
		body: isClaude(model) ? claudeBody(call) : { ...geminiBody(call), ...model.compat?.extraBody },
	};
}

/** Anthropic's body; the model is in the URL, and betas are not sent to this host. */
function claudeBody(call: ModelCall): Record<string, unknown> {
	const { model: _, ...body } = encodeForAnthropic(call).body;
	return { anthropic_version: "vertex-2023-10-16", ...body };
}

const harms = ["HARASSMENT", "HATE_SPEECH", "SEXUALLY_EXPLICIT", "DANGEROUS_CONTENT"];

function geminiBody(call: ModelCall): Record<string, unknown> {
	return {
		...requestBody(call, { ids: false }),
		safetySettings: harms.map((harm) => ({ category: `HARM_CATEGORY_${harm}`, threshold: "OFF" })),
	};
}
