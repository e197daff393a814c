import type { ScriptedBlock, ScriptedReply, WireSpeaker } from "@oh-my-pi/pi-testkit/protocol-contract/speaker";
import type { Model } from "../../../model/model.ts";
import type { Protocol } from "../../../protocol/protocol.ts";
import { anthropicMessages } from "../protocol.ts";

export const sonnet: Model = {
	id: "claude-sonnet-4-5",
	name: "Claude Sonnet 4.5",
	provider: "anthropic",
	api: "anthropic-messages",
	baseUrl: "https://api.anthropic.com",
	reasoning: true,
	thinking: { mode: "budget", efforts: ["minimal", "low", "medium", "high", "xhigh"] },
	input: ["text", "image"],
	cost: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
	contextWindow: 200_000,
	maxTokens: 64_000,
};

/** Events in wire format. */
export const sse = (events: readonly object[]) =>
	new TextEncoder().encode(
		events.map((event) => `event: ${(event as { type: string }).type}\ndata: ${JSON.stringify(event)}\n\n`).join(""),
	);

export const messageStart = (usage?: ScriptedReply["usage"]) => ({
	type: "message_start",
	message: {
		id: "msg_1",
		usage: { input_tokens: usage?.input ?? 0, output_tokens: 1, cache_read_input_tokens: usage?.cacheRead ?? 0 },
	},
});

const stopWords = { stop: "end_turn", length: "max_tokens", toolUse: "tool_use", refusal: "refusal" };

export function blockEvents(block: ScriptedBlock, index: number): object[] {
	const delta = (fields: object) => ({ type: "content_block_delta", index, delta: fields });
	const stop = { type: "content_block_stop", index };
	const start = (content_block: object) => ({ type: "content_block_start", index, content_block });
	const middle = (text: string) => Math.ceil(text.length / 2);
	switch (block.kind) {
		case "text": {
			const at = middle(block.text);
			return [
				start({ type: "text", text: "" }),
				delta({ type: "text_delta", text: block.text.slice(0, at) }),
				{ type: "ping" },
				delta({ type: "text_delta", text: block.text.slice(at) }),
				stop,
			];
		}
		case "thinking":
			return [
				start({ type: "thinking", thinking: "" }),
				delta({ type: "thinking_delta", thinking: block.thinking }),
				delta({ type: "signature_delta", signature: block.signature ?? "" }),
				stop,
			];
		case "toolCall": {
			const json = JSON.stringify(block.arguments);
			const at = middle(json);
			return [
				start({ type: "tool_use", id: block.id, name: block.name, input: {} }),
				delta({ type: "input_json_delta", partial_json: json.slice(0, at) }),
				delta({ type: "input_json_delta", partial_json: json.slice(at) }),
				stop,
			];
		}
	}
}

export const anthropicSpeaker: WireSpeaker = {
	protocol: anthropicMessages as Protocol,
	model: sonnet,
	contentType: "text/event-stream",
	say: (reply) =>
		sse([
			messageStart(reply.usage),
			...reply.blocks.flatMap(blockEvents),
			{
				type: "message_delta",
				delta: { stop_reason: stopWords[reply.stop] },
				usage: { output_tokens: reply.usage?.output ?? 0 },
			},
			{ type: "message_stop" },
		]),
	cutOff: (text) => sse([messageStart(), ...blockEvents({ kind: "text", text }, 0).slice(0, -1)]),
	malformed: () => new TextEncoder().encode("event: message_start\ndata: {not json\n\n"),
	failInside: (message) => sse([messageStart(), { type: "error", error: { type: "api_error", message } }]),
	overflow: {
		status: 400,
		body: '{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 210000 tokens > 200000 maximum"}}',
	},
};
