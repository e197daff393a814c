import { protocolContract } from "@oh-my-pi/pi-testkit/protocol-contract/contract";
import type { ScriptedBlock, ScriptedReply, WireSpeaker } from "@oh-my-pi/pi-testkit/protocol-contract/speaker";
import type { Model } from "../../model/model.ts";
import type { Protocol } from "../../protocol/protocol.ts";
import { openaiCompletions } from "./protocol.ts";

const model: Model = {
	id: "gpt-4.1",
	name: "GPT-4.1",
	provider: "openai",
	api: "openai-completions",
	baseUrl: "https://api.openai.com/v1",
	reasoning: false,
	input: ["text", "image"],
	cost: { input: 2, output: 8, cacheRead: 0.5, cacheWrite: 0 },
	contextWindow: 1_000_000,
	maxTokens: 32_768,
};

const sse = (chunks: readonly object[], end = "data: [DONE]\n\n") =>
	new TextEncoder().encode(chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("") + end);

const chunk = (delta: object, finish_reason: string | null = null) => ({
	id: "chatcmpl-1",
	object: "chat.completion.chunk",
	created: 1,
	model: "gpt-4.1",
	choices: [{ index: 0, delta, finish_reason }],
});

const usageChunk = (usage: ScriptedReply["usage"]) => ({
	id: "chatcmpl-1",
	object: "chat.completion.chunk",
	choices: [],
	usage: {
		prompt_tokens: (usage?.input ?? 0) + (usage?.cacheRead ?? 0),
		completion_tokens: usage?.output ?? 0,
		total_tokens: (usage?.input ?? 0) + (usage?.cacheRead ?? 0) + (usage?.output ?? 0),
		prompt_tokens_details: { cached_tokens: usage?.cacheRead ?? 0 },
		completion_tokens_details: { reasoning_tokens: 0 },
	},
});

const finishWords = { stop: "stop", length: "length", toolUse: "tool_calls", refusal: "content_filter" };

function deltas(block: ScriptedBlock, index: number): object[] {
	const halves = (text: string) => [text.slice(0, text.length >> 1), text.slice(text.length >> 1)];
	switch (block.kind) {
		case "text":
			return halves(block.text).map((content) => chunk({ content }));
		case "thinking":
			return halves(block.thinking).map((reasoning_content) => chunk({ reasoning_content }));
		case "toolCall":
			return [
				chunk({
					tool_calls: [{ index, id: block.id, type: "function", function: { name: block.name, arguments: "" } }],
				}),
				...halves(JSON.stringify(block.arguments)).map((piece) =>
					chunk({ tool_calls: [{ index, function: { arguments: piece } }] }),
				),
			];
	}
}

function blockDeltas(blocks: readonly ScriptedBlock[]): object[] {
	let calls = 0;
	return blocks.flatMap((block) => deltas(block, block.kind === "toolCall" ? calls++ : 0));
}

const opening = chunk({ role: "assistant", content: "" });

const speaker: WireSpeaker = {
	protocol: openaiCompletions as Protocol,
	model,
	contentType: "text/event-stream",
	say: (reply) =>
		sse([opening, ...blockDeltas(reply.blocks), chunk({}, finishWords[reply.stop]), usageChunk(reply.usage)]),
	cutOff: (text) => sse([opening, ...blockDeltas([{ kind: "text", text }])], ""),
	malformed: () => new TextEncoder().encode('data: {"choices":[{"delta"\n\n'),
	failInside: (message) => sse([opening, { error: { message, type: "server_error", code: "boom" } }], ""),
	overflow: {
		status: 400,
		body: '{"error":{"message":"This model\'s maximum context length is 128000 tokens.","type":"invalid_request_error","code":"context_length_exceeded"}}',
	},
	lacks: { thinkingSignatures: true },
};

protocolContract(speaker);
