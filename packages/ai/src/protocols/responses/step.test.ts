import { describe, expect, test } from "bun:test";
import { ask, foldedOutline } from "@oh-my-pi/pi-testkit/protocol-contract/ask";
import { deliver } from "@oh-my-pi/pi-testkit/protocol-contract/deliver";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { Protocol } from "../../protocol/protocol.ts";
import { openaiCodexResponses } from "../openai-codex-responses/protocol.ts";
import { openaiResponses } from "../openai-responses/protocol.ts";
import { gpt, responsesSpeaker } from "./testing/contract-speaker.ts";
import { sse } from "./testing/speaker-events.ts";

const contentType = "text/event-stream";
const completed = (fields: object = {}) => ({
	type: "response.completed",
	response: { status: "completed", ...fields },
});
const hear = (events: readonly object[], protocol: unknown = openaiResponses) => {
	const speaker = responsesSpeaker(protocol, { ...gpt, api: (protocol as Protocol).api });
	return ask(speaker, [() => deliver([sse(events)], { contentType })]);
};
const added = (output_index: number, item: object) => ({ type: "response.output_item.added", output_index, item });
const done = (output_index: number, item: object) => ({ type: "response.output_item.done", output_index, item });
const args = (output_index: number, delta: string) => ({
	type: "response.function_call_arguments.delta",
	output_index,
	delta,
});
const readCall = (call_id: string, fields: object = {}) => ({
	type: "function_call",
	call_id,
	name: "read",
	...fields,
});

describe("responses stream", () => {
	verifies("ai-streaming:responses:stream", async () => {
		const reasoning = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "seal" };
		const patch = { type: "custom_tool_call", id: "ctc_1", call_id: "call_2", name: "apply_patch" };
		const { message } = await hear([
			{ type: "response.created", response: { id: "resp_1" } },
			{ type: "response.reasoning_summary_text.delta", output_index: 0, delta: "hm" },
			done(0, reasoning),
			{ type: "response.output_text.delta", output_index: 1, delta: "Reading" },
			{ type: "response.refusal.delta", output_index: 1, delta: ", but not that." },
			added(2, readCall("call_1", { id: "fc_1" })),
			args(2, '{"path":"a"}'),
			added(3, patch),
			{ type: "response.custom_tool_call_input.delta", output_index: 3, delta: "*** Begin" },
			done(3, { ...patch, input: "*** Begin" }),
			done(2, readCall("call_1", { id: "fc_1", arguments: '{"path":"a"}' })),
			completed({ id: "resp_1" }),
		]);
		expect(message.content).toEqual([
			{ type: "thinking", thinking: "hm", thinkingSignature: JSON.stringify(reasoning), itemId: "rs_1" },
			{ type: "text", text: "Reading, but not that." },
			{ type: "toolCall", id: "call_1|fc_1", name: "read", arguments: { path: "a" } },
			{
				type: "toolCall",
				id: "call_2|ctc_1",
				name: "apply_patch",
				arguments: { input: "*** Begin" },
				customWireName: "apply_patch",
			},
		]);
		expect(message).toMatchObject({ responseId: "resp_1", stopReason: "toolUse" });
	});

	verifies("ai-streaming:event:responses-interleave", async () => {
		const { message, events } = await hear([
			added(0, readCall("call_a", { id: "fc_a" })),
			added(1, readCall("call_b", { id: "fc_b" })),
			args(1, '{"path":'),
			args(0, '{"path":"A'),
			args(1, '"B"}'),
			done(1, readCall("call_b", { id: "fc_b", arguments: '{"path":"B"}' })),
			args(0, '"}'),
			done(0, readCall("call_a", { id: "fc_a", arguments: '{"path":"A"}' })),
			completed(),
		]);
		expect(message.content).toEqual([
			{ type: "toolCall", id: "call_b|fc_b", name: "read", arguments: { path: "B" } },
			{ type: "toolCall", id: "call_a|fc_a", name: "read", arguments: { path: "A" } },
		]);
		expect(events.filter((event) => event.type === "toolcall_end")).toHaveLength(2);
		expect(message.stopReason).toBe("toolUse");
	});

	test("summary parts are separated by a blank line, and the whole item is the signature", async () => {
		const item = {
			type: "reasoning",
			id: "rs_1",
			summary: [{ type: "summary_text", text: "a" }],
			encrypted_content: "x",
		};
		const delta = (text: string) => ({ type: "response.reasoning_summary_text.delta", output_index: 0, delta: text });
		const part = { type: "response.reasoning_summary_part.added", output_index: 0 };
		const { message } = await hear([
			added(0, { type: "reasoning", id: "rs_1" }),
			part,
			delta("One."),
			part,
			delta("Two."),
			done(0, item),
			completed(),
		]);
		expect(message.content).toEqual([
			{ type: "thinking", thinking: "One.\n\nTwo.", thinkingSignature: JSON.stringify(item), itemId: "rs_1" },
		]);
	});

	test("encrypted reasoning without a summary is kept, reasoning with neither is not", async () => {
		const sealed = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "x" };
		const { message } = await hear([
			done(0, sealed),
			done(1, { type: "reasoning", id: "rs_2", summary: [] }),
			done(2, { type: "message", id: "m", content: [{ type: "output_text", text: "hi" }], phase: "final_answer" }),
			completed(),
		]);
		expect(message.content).toEqual([
			{ type: "thinking", thinking: "", thinkingSignature: JSON.stringify(sealed), itemId: "rs_1" },
			{ type: "text", text: "hi", textSignature: '{"phase":"final_answer"}' },
		]);
	});

	test("raw reasoning is thinking, and a refusal is text", async () => {
		const { message } = await hear([
			{ type: "response.reasoning_text.delta", item_id: "r", delta: "hm" },
			{ type: "response.refusal.delta", item_id: "m", delta: "I cannot." },
			completed(),
		]);
		expect(message.content).toEqual([
			{ type: "thinking", thinking: "hm" },
			{ type: "text", text: "I cannot." },
		]);
	});

	test("items are found by id or call id if the position is missing", async () => {
		const { message } = await hear([
			{ type: "response.output_item.added", item: readCall("call_a", { id: "fc_a" }) },
			{ type: "response.output_item.added", item: readCall("call_b") },
			{ type: "response.function_call_arguments.delta", item_id: "fc_a", delta: '{"n":1}' },
			{ type: "response.function_call_arguments.delta", call_id: "call_b", delta: '{"n":2}' },
			{ type: "response.output_item.done", item: readCall("call_b", { arguments: '{"n":2}' }) },
			{ type: "response.output_item.done", item: readCall("call_a", { id: "fc_a", arguments: '{"n":1}' }) },
			completed(),
		]);
		expect(message.content).toEqual([
			{ type: "toolCall", id: "call_a|fc_a", name: "read", arguments: { n: 1 } },
			{ type: "toolCall", id: "call_b", name: "read", arguments: { n: 2 } },
		]);
	});

	test("content that was not streamed is taken from the final events", async () => {
		const { message: fromDone } = await hear([
			added(0, readCall("call_a")),
			{ type: "response.function_call_arguments.done", output_index: 0, arguments: '{"n":1}' },
			done(0, readCall("call_a", { arguments: '{"n":1}' })),
			{ type: "response.output_text.done", output_index: 1, text: "text" },
			completed(),
		]);
		expect(fromDone.content).toEqual([
			{ type: "toolCall", id: "call_a", name: "read", arguments: { n: 1 } },
			{ type: "text", text: "text" },
		]);
		const output = [{ type: "message", content: [{ type: "output_text", text: "all at once" }] }];
		const { message: fromEnd } = await hear([completed({ output })]);
		expect(fromEnd.content).toEqual([{ type: "text", text: "all at once" }]);
	});

	test("a freeform call has its input unchanged", async () => {
		const call = { type: "custom_tool_call", id: "ctc_1", call_id: "call_1", name: "apply_patch" };
		const input = (delta: string) => ({ type: "response.custom_tool_call_input.delta", output_index: 0, delta });
		const { message, events } = await hear([
			added(0, call),
			input("*** Begin\n"),
			input("{not json"),
			done(0, { ...call, input: "*** Begin\n{not json" }),
			completed(),
		]);
		expect(message.content).toEqual([
			{
				type: "toolCall",
				id: "call_1|ctc_1",
				name: "apply_patch",
				arguments: { input: "*** Begin\n{not json" },
				customWireName: "apply_patch",
			},
		]);
		expect(foldedOutline(events).slice(0, 3)).toEqual(["start", "toolcall_start 0", "toolcall_delta 0"]);
	});

	test("usage, cached tokens and the served tier determine the cost", async () => {
		const { message } = await hear([
			{ type: "response.output_text.delta", output_index: 0, delta: "x" },
			completed({
				id: "resp_9",
				service_tier: "priority",
				usage: {
					input_tokens: 1_000_000,
					input_tokens_details: { cached_tokens: 200_000, cache_write_tokens: 100_000 },
					output_tokens: 100_000,
					output_tokens_details: { reasoning_tokens: 60_000 },
				},
			}),
		]);
		expect(message.responseId).toBe("resp_9");
		expect(message.usage).toMatchObject({
			input: 700_000,
			cacheRead: 200_000,
			cacheWrite: 100_000,
			output: 100_000,
			reasoningTokens: 60_000,
			totalTokens: 1_100_000,
		});
		expect(message.usage.cost.total).toBeCloseTo(2 * (0.875 + 0.025 + 0.15625 + 1), 10);
	});
});

describe("responses endings", () => {
	const text = { type: "response.output_text.delta", output_index: 0, delta: "x" };

	verifies("ai-streaming:responses:terminal", async () => {
		const incomplete = (reason: string) => ({
			type: "response.incomplete",
			response: { status: "incomplete", incomplete_details: { reason } },
		});
		const endings = [completed(), incomplete("max_output_tokens"), incomplete("content_filter")];
		const failed = { type: "response.failed", response: { error: { message: "boom" } } };
		const reasons = [];
		for (const ending of [...endings, failed]) reasons.push((await hear([text, ending])).message.stopReason);
		reasons.push((await hear([text])).message.stopReason);
		expect(reasons).toEqual(["stop", "length", "error", "error", "error"]);
	});

	test.each([
		["cancelled", { type: "response.cancelled", response: { status: "cancelled" } }, "cancelled"],
		["completed as cancelled", completed({ status: "cancelled" }), "cancelled"],
		["failed", { type: "response.failed", response: { error: { code: "server_error", message: "boom" } } }, "boom"],
		["an error event", { type: "error", code: "server_error", message: "boom" }, "boom"],
		["a nested error event", { type: "error", error: { type: "server_error", message: "boom" } }, "boom"],
	])("%s is an error that keeps the content so far", async (_, ending, words) => {
		const { message } = await hear([text, ending]);
		expect(message).toMatchObject({ stopReason: "error", content: [{ type: "text", text: "x" }] });
		expect(message.errorMessage).toContain(words);
	});

	test("a rate limit in the stream reports its delay", async () => {
		const failed = {
			type: "response.failed",
			response: {
				error: { code: "rate_limit_exceeded", message: "Rate limit reached. Please try again in 11.054s." },
			},
		};
		const { message } = await hear([text, failed]);
		expect(message.errorMessage).toContain("retry-after-ms=11054");
		expect((message.errorId ?? 0) & 0x20000).toBe(0x20000);
	});

	test("the older end event is accepted, and nothing is awaited after the end", async () => {
		const { message } = await hear([text, { ...completed(), type: "response.done" }, { type: "garbage" }]);
		expect(message.stopReason).toBe("stop");
	});
});

describe("openai-codex-responses: blank input", () => {
	test("a call with endless blanks is stopped and retried", async () => {
		const blanks = [added(0, readCall("call_a")), ...Array.from({ length: 300 }, () => args(0, "  \n"))];
		const fine = [{ type: "response.output_text.delta", output_index: 0, delta: "x" }, completed()];
		const speaker = responsesSpeaker(openaiCodexResponses, { ...gpt, api: "openai-codex-responses" });
		const { message, requests } = await ask(speaker, [
			deliver([sse(blanks)], { contentType }),
			deliver([sse(fine)], { contentType }),
		]);
		expect({ requests, content: message.content }).toEqual({ requests: 2, content: [{ type: "text", text: "x" }] });
	});

	test("a few leading blanks are kept", async () => {
		const item = readCall("call_a", { arguments: '  {"path":"a"}' });
		const { message } = await hear(
			[added(0, item), args(0, "  "), args(0, '{"path":"a"}'), done(0, item), completed()],
			openaiCodexResponses,
		);
		expect(message.content).toMatchObject([{ type: "toolCall", arguments: { path: "a" } }]);
	});
});
