import { expect, test } from "bun:test";
import { ask, foldedOutline } from "@oh-my-pi/pi-testkit/protocol-contract/ask";
import { deliver } from "@oh-my-pi/pi-testkit/protocol-contract/deliver";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { blockEvents, anthropicSpeaker as speaker, sse } from "./testing/speaker.ts";

const { contentType } = speaker;
const usage = { input_tokens: 30, output_tokens: 1, cache_read_input_tokens: 60, cache_creation_input_tokens: 10 };
const begin = { type: "message_start", message: { id: "msg_7", usage } };
const finish = { type: "message_stop" };
const stopFor = (stop_reason: string) => ({
	type: "message_delta",
	delta: { stop_reason },
	usage: { output_tokens: 9 },
});
const hear = (...answers: object[][]) =>
	ask(
		speaker,
		answers.map((events) => () => deliver([sse(events)], { contentType })),
	);

verifies("ai-streaming:anthropic:stream", async () => {
	const thinking = blockEvents({ kind: "thinking", thinking: "Hm.", signature: "c2ln" }, 0);
	const moreSignature = {
		type: "content_block_delta",
		index: 0,
		delta: { type: "signature_delta", signature: "bmF0" },
	};
	const { events, message } = await hear([
		begin,
		...thinking.slice(0, -1),
		moreSignature,
		...thinking.slice(-1),
		{ type: "content_block_start", index: 1, content_block: { type: "redacted_thinking", data: "xyz" } },
		{ type: "content_block_stop", index: 1 },
		...blockEvents({ kind: "text", text: "Looking." }, 2),
		...blockEvents({ kind: "toolCall", id: "toolu_1", name: "bash", arguments: { command: "ls" } }, 3),
		{ type: "some_later_event" },
		stopFor("tool_use"),
		finish,
	]);
	expect(foldedOutline(events)).toEqual([
		"start",
		"thinking_start 0",
		"thinking_delta 0",
		"thinking_end 0 Hm.",
		"text_start 2",
		"text_delta 2",
		"text_end 2 Looking.",
		"toolcall_start 3",
		"toolcall_delta 3",
		'toolcall_end 3 bash {"command":"ls"}',
		"done toolUse",
	]);
	expect(message).toMatchObject({
		responseId: "msg_7",
		stopReason: "toolUse",
		content: [
			{ type: "thinking", thinking: "Hm.", thinkingSignature: "c2lnbmF0" },
			{ type: "redactedThinking", data: "xyz" },
			{ type: "text", text: "Looking." },
			{ type: "toolCall", id: "toolu_1", name: "bash", arguments: { command: "ls" } },
		],
		usage: { input: 30, output: 9, cacheRead: 60, cacheWrite: 10, totalTokens: 109 },
	});
});

verifies("ai-streaming:anthropic:stop-reasons", async () => {
	const text = blockEvents({ kind: "text", text: "So." }, 0);
	const ends: Record<string, unknown> = {};
	for (const reason of [
		"end_turn",
		"stop_sequence",
		"pause_turn",
		"max_tokens",
		"model_context_window_exceeded",
		"tool_use",
		"refusal",
		"sensitive",
	]) {
		const { message } = await hear([begin, ...text, stopFor(reason), finish]);
		ends[reason] = message.stopDetails ? [message.stopReason, message.stopDetails.type] : message.stopReason;
	}
	expect(ends).toEqual({
		end_turn: "stop",
		stop_sequence: "stop",
		pause_turn: "stop",
		max_tokens: "length",
		model_context_window_exceeded: "length",
		tool_use: "toolUse",
		refusal: ["error", "refusal"],
		sensitive: ["error", "sensitive"],
	});
});

verifies("ai-streaming:anthropic:cut-stream", async () => {
	const whole = [begin, ...blockEvents({ kind: "text", text: "Whole." }, 0), stopFor("end_turn"), finish];
	const recovered = await hear([begin], whole);
	expect([recovered.requests, recovered.message.stopReason]).toEqual([2, "stop"]);
	const cut = await hear([begin, ...blockEvents({ kind: "text", text: "So far" }, 0), stopFor("end_turn")], whole);
	expect(cut.requests).toBe(1);
	expect(cut.message).toMatchObject({
		stopReason: "error",
		errorMessage: "Anthropic stream ended before message_stop",
		content: [{ type: "text", text: "So far" }],
	});
	expect((cut.message.errorId ?? 0) & 0x20000).toBe(0x20000);
});

test("a stream that starts in the middle is retried", async () => {
	const text = blockEvents({ kind: "text", text: "Whole." }, 0);
	const { requests, message } = await hear([...text, finish], [begin, ...text, stopFor("end_turn"), finish]);
	expect([requests, message.content]).toEqual([2, [{ type: "text", text: "Whole." }]]);
});

test("another message in the same stream is a failure that is retried", async () => {
	const another = { type: "message_start", message: { id: "msg_8", usage } };
	const text = (words: string) => blockEvents({ kind: "text", text: words }, 0);
	const whole = [begin, ...text("Whole."), stopFor("end_turn"), finish];
	const early = await hear([begin, another, ...text("Other."), stopFor("end_turn"), finish], whole);
	expect([early.requests, early.message.content]).toEqual([2, [{ type: "text", text: "Whole." }]]);
	const late = await hear([begin, ...text("First."), another, ...text("Other."), stopFor("end_turn"), finish]);
	expect(late.message).toMatchObject({ stopReason: "error", content: [{ type: "text", text: "First." }] });
	expect((late.message.errorId ?? 0) & 0x20000).toBe(0x20000);
	const repeated = await hear([begin, begin, ...text("Whole."), stopFor("end_turn"), finish]);
	expect([repeated.requests, repeated.message.stopReason]).toEqual([1, "stop"]);
});

test("tokens of thinking are counted apart", async () => {
	const stop = {
		...stopFor("end_turn"),
		usage: { output_tokens: 92, output_tokens_details: { thinking_tokens: 53 } },
	};
	const { message } = await hear([begin, ...blockEvents({ kind: "text", text: "So." }, 0), stop, finish]);
	expect(message.usage).toMatchObject({ output: 92, reasoningTokens: 53 });
});
