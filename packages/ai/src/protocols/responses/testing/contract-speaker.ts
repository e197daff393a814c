import type { WireSpeaker } from "@oh-my-pi/pi-testkit/protocol-contract/speaker";
import type { Model } from "../../../model/model.ts";
import type { Protocol } from "../../../protocol/protocol.ts";
import { itemEvents, responseEvents, sse } from "./speaker-events.ts";

/** The server side of the Responses API, for all its variants. */
export function responsesSpeaker(protocol: unknown, model: Model, cutStride = 1): WireSpeaker {
	const created = { type: "response.created", response: { id: "resp_1", status: "in_progress" } };
	return {
		protocol: protocol as Protocol,
		model,
		contentType: "text/event-stream",
		cutStride,
		say: (reply) => sse(responseEvents(reply)),
		cutOff: (text) => sse([created, ...itemEvents({ kind: "text", text }, 0).slice(0, -2)]),
		malformed: () => new TextEncoder().encode("event: response.created\ndata: {oops\n\n"),
		failInside: (message) =>
			sse([
				created,
				{
					type: "response.failed",
					response: { id: "resp_1", status: "failed", error: { code: "server_error", message } },
				},
			]),
		overflow: {
			status: 400,
			body: '{"error":{"message":"Your input exceeds the context window of this model.","type":"invalid_request_error","code":"context_length_exceeded"}}',
		},
	};
}

export const gpt: Model = {
	id: "gpt-5.5",
	name: "GPT-5.5",
	provider: "openai",
	api: "openai-responses",
	baseUrl: "https://api.openai.com/v1",
	reasoning: true,
	thinking: { mode: "effort", efforts: ["low", "medium", "high", "xhigh"] },
	input: ["text", "image"],
	cost: { input: 1.25, output: 10, cacheRead: 0.125, cacheWrite: 1.5625 },
	contextWindow: 400_000,
	maxTokens: 128_000,
};
