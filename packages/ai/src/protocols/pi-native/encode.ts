import type { Message } from "../../message.ts";
import type { ModelCall, WireRequest } from "../../protocol/protocol.ts";
import { remember } from "../../remember.ts";
import { sharedOptions } from "./shared-options.ts";

export function encode({ model, context, options, apiKey }: ModelCall): WireRequest {
	const { systemPrompt, tools, messages } = context;
	const shared = Object.fromEntries(
		sharedOptions.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
	);
	return {
		url: `${model.baseUrl.replace(/\/+$/, "").replace(/\/v1$/, "")}/v1/pi/stream`,
		headers: {
			"content-type": "application/json",
			accept: "text/event-stream",
			...(apiKey && { authorization: `Bearer ${apiKey}` }),
			...model.headers,
			...options.headers,
		},
		body: {
			modelId:
				model.transport === "pi-native" && model.api !== "pi-native" ? `${model.provider}/${model.id}` : model.id,
			context: { systemPrompt: systemPrompt ?? [], messages: messages.map(withoutDetails), tools: tools ?? [] },
			options: shared,
			stream: true,
			// The message so far in every event would make a long answer's traffic grow with its square.
			partial: "starts",
		},
	};
}

/** What a tool's view needs stays here. */
const withoutDetails = remember((message: Message): Message => {
	if (message.role !== "toolResult" || message.details === undefined) return message;
	const { details: _, ...sent } = message;
	return sent;
});
