import { userAgent } from "../../identity.ts";
import type { ModelCall, WireRequest } from "../../protocol/protocol.ts";
import { isClaude, isGemini3 } from "../google/family.ts";
import { requestBody } from "../google/request-body.ts";

export function encode(call: ModelCall): WireRequest {
	const { model, options, apiKey } = call;
	const tier = options.serviceTier;
	return {
		url: `${model.baseUrl.replace(/\/+$/, "")}/models/${model.id}:streamGenerateContent?alt=sse`,
		headers: {
			"content-type": "application/json",
			accept: "text/event-stream",
			"user-agent": userAgent,
			...(apiKey && { "x-goog-api-key": apiKey }),
			...(apiKey && model.compat?.authHeader && { authorization: `Bearer ${apiKey}` }),
			...model.headers,
			...options.headers,
		},
		body: {
			...requestBody(call, { ids: isGemini3(model) || isClaude(model) }),
			...((tier === "flex" || tier === "priority") && { serviceTier: tier }),
			...model.compat?.extraBody,
		},
	};
}
