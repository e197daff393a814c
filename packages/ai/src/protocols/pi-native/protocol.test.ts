import { expect, test } from "bun:test";
import type { AssistantMessage } from "../../message.ts";
import type { Model } from "../../model/model.ts";
import { Reply } from "../../reply/reply.ts";
import { emptyUsage } from "../../reply/usage.ts";
import { piNative } from "./protocol.ts";

const model: Model = {
	...{ id: "anthropic/m", name: "M", provider: "team", api: "pi-native", baseUrl: "http://gateway/v1/" },
	...{ reasoning: true, input: ["text"], contextWindow: 1000, maxTokens: 100 },
	cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
};
const call = { model, context: { messages: [] }, options: {}, apiKey: "key", env: {}, now: 0 };
const usage = { ...emptyUsage(), input: 3, output: 2, cost: { ...emptyUsage().cost, total: 0.5 } };

function answer(content: AssistantMessage["content"]): AssistantMessage {
	return {
		...{ role: "assistant", content, api: "anthropic-messages", provider: "anthropic", model: "m" },
		...{ usage, stopReason: "stop", timestamp: 7 },
	};
}

test("pi-native: hidden blocks keep their place, and the last event's message replaces what was built", () => {
	const content: AssistantMessage["content"] = [
		{ type: "redactedThinking", data: "sealed" },
		{ type: "text", text: "Hi", textSignature: "signed" },
	];
	const events: unknown[] = [];
	const reply = new Reply(model, 0, (event) =>
		events.push([event.type, "contentIndex" in event && event.contentIndex]),
	);
	const state = piNative.start(call);
	const step = (event: unknown) => piNative.step(state, { data: JSON.stringify(event) }, reply);
	step({ type: "text_start", contentIndex: 1, partial: answer([content[0] as never, { type: "text", text: "" }]) });
	step({ type: "text_delta", contentIndex: 1, delta: "Hi" });
	step({ type: "text_end", contentIndex: 1, content: "Hi" });
	expect(step({ type: "done", reason: "stop", message: answer(content) })).toBe("finishing");
	expect(piNative.step(state, { data: "[DONE]" }, reply)).toBe("finished");
	piNative.end(state, reply);
	expect(events).toEqual([
		["text_start", 1],
		["text_delta", 1],
		["text_end", 1],
	]);
	expect(reply.message).toEqual({ ...answer(content), timestamp: 0 });
});

test("pi-native: a stream without its last event is a failure, not a short answer", () => {
	const state = piNative.start(call);
	expect(() => piNative.end(state, new Reply(model, 0, () => {}))).toThrow("ended before its last event");
});

test("pi-native: only options about the answer are sent, and no details of tool results", () => {
	const request = piNative.encode({
		...call,
		context: {
			messages: [
				{
					...{ role: "toolResult", toolCallId: "1", toolName: "t", content: [], details: { large: 1 } },
					...{ isError: false, timestamp: 0 },
				},
			],
		},
		options: { temperature: 1, apiKey: "other", onPayload: () => {}, signal: new AbortController().signal },
	});
	expect([request.url, request.headers.authorization]).toEqual(["http://gateway/v1/pi/stream", "Bearer key"]);
	expect(request.body).toMatchObject({ modelId: "anthropic/m", options: { temperature: 1 }, stream: true });
	expect(Object.keys(request.body.options as object)).toEqual(["temperature"]);
	expect(JSON.stringify(request.body)).not.toContain("large");
});
