import { describe, expect, test } from "bun:test";
import {
	assistant,
	developer,
	image,
	toolCall,
	toolResult,
	user,
} from "@oh-my-pi/pi-testkit/protocol-contract/history";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { AssistantContent, Message } from "../message.ts";
import type { Model } from "../model/model.ts";
import { legalToolCallId } from "./tool-call-id.ts";
import { type ReplayRules, transformMessages } from "./transform-messages.ts";

const model: Model = {
	id: "claude-sonnet-4-5",
	name: "Claude Sonnet 4.5",
	provider: "anthropic",
	api: "anthropic-messages",
	baseUrl: "https://api.anthropic.com",
	reasoning: true,
	input: ["text", "image"],
	cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
	contextWindow: 200_000,
	maxTokens: 64_000,
};
const other: Model = { ...model, provider: "google", id: "gemini-3-flash", api: "google-generative-ai" };
const rules: ReplayRules = {
	unsignedThinking: false,
	toolCallId: (id) => legalToolCallId(id, /^[A-Za-z0-9_-]{1,64}$/, 64),
	orphanResults: "drop",
};
const transform = (messages: Message[], target: Model = model, changes: Partial<ReplayRules> = {}) =>
	transformMessages(messages, target, { ...rules, ...changes });
const signed = { type: "thinking" as const, thinking: "hm", thinkingSignature: "sig" };
const said = { type: "text" as const, text: "a" };

verifies("ai-streaming:replay:thinking-demoted", () => {
	const turn = assistant(model, [
		signed,
		{ type: "thinking", thinking: "unsigned" },
		{ type: "thinking", thinking: "" },
		{ type: "redactedThinking", data: "red" },
		said,
	]);
	const contentFor = (target: Model) => transform([turn], target)[0]?.content as AssistantContent[];
	expect(contentFor(model)).toEqual([
		signed,
		{ type: "text", text: "<thinking>\nunsigned\n</thinking>" },
		{ type: "redactedThinking", data: "red" },
		said,
	]);
	expect(contentFor(other)).toEqual([
		{ type: "text", text: "```thinking\nhm\n```" },
		{ type: "text", text: "```thinking\nunsigned\n```" },
		said,
	]);
	expect(contentFor({ ...model, id: "gpt-5.5" })[0]).toEqual({ type: "text", text: "<think>\nhm\n</think>" });
});

verifies("ai-streaming:replay:ids-normalised", () => {
	const history = [
		assistant(other, [toolCall("call 1|fc_2"), toolCall("fine")]),
		toolResult("fine", "2"),
		toolResult("call 1|fc_2", "1"),
	];
	const [turn, first, second] = transform(history);
	const ids = turn?.role === "assistant" ? turn.content.map((block) => block.type === "toolCall" && block.id) : [];
	expect(ids[0]).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
	expect(ids[1]).toBe("fine");
	expect([first, second]).toMatchObject([{ toolCallId: ids[0] }, { toolCallId: "fine" }]);
	expect(transform(history)).toEqual(transform(history));
});

verifies("ai-streaming:replay:orphans", () => {
	const history = [
		assistant(model, [toolCall("answered"), toolCall("forgotten")]),
		toolResult("nobody", "orphan"),
		user("meanwhile"),
		toolResult("answered", "first"),
		toolResult("answered", "second"),
	];
	const texts = (messages: Message[]) =>
		messages.map((message) => [
			message.role,
			typeof message.content === "string" ? message.content : message.content[0],
		]);
	expect(texts(transform(history).slice(1))).toEqual([
		["toolResult", { type: "text", text: "first" }],
		["toolResult", { type: "text", text: "No result provided" }],
		["user", "meanwhile"],
	]);
	const noted = transform(history, model, {
		orphanResults: "note",
		orphanNote: (result) => `[Orphan ${result.toolName} result]`,
	});
	expect(texts(noted.slice(3))).toEqual([
		["assistant", { type: "text", text: "[Orphan read result]" }],
		["user", "meanwhile"],
	]);
});

describe("replay", () => {
	test("an aborted turn keeps its text and answered calls, but no call that never ran", () => {
		const aborted = assistant(model, [signed, said, toolCall("ran"), toolCall("cut off")], { stopReason: "aborted" });
		const [turn, ...rest] = transform([aborted, toolResult("ran", "r")]);
		expect(turn?.content).toEqual([
			// The signature covered a turn with both calls.
			{ type: "text", text: "<thinking>\nhm\n</thinking>" },
			said,
			toolCall("ran"),
		]);
		expect(rest).toEqual([toolResult("ran", "r")]);
		expect(transform([assistant(model, [toolCall("cut off")], { stopReason: "error" })])).toEqual([]);
	});

	test("thinking without following content is left out", () => {
		expect(transform([assistant(model, [said, signed, { type: "redactedThinking", data: "x" }])])).toMatchObject([
			{ content: [said] },
		]);
		expect(transform([assistant(model, [signed], { stopReason: "aborted" })])).toEqual([]);
		expect(transform([assistant(model, [signed, image])])).toMatchObject([{ content: [image] }]);
	});

	test("empty messages are left out", () => {
		const blank = { type: "text" as const, text: " \n" };
		expect(transform([user(""), developer([blank]), assistant(model, [blank]), user([blank, image])])).toEqual([
			user([blank, image]),
		]);
	});

	test("an id used in two turns becomes two ids", () => {
		const history = [
			assistant(model, [toolCall("same", { n: 1 })]),
			toolResult("same", "one"),
			assistant(model, [toolCall("same", { n: 2 })]),
			toolResult("same", "two"),
		];
		const replayed = transform(history);
		expect(
			replayed.map((message) => message.role === "toolResult" && [message.toolCallId, message.content[0]]),
		).toEqual([false, ["same", { type: "text", text: "one" }], false, ["same-2", { type: "text", text: "two" }]]);
	});

	test("a result has the name of its call", () => {
		const history = [assistant(model, [toolCall("a")]), toolResult("a", "r", { toolName: "renamed" })];
		expect(transform(history)[1]).toMatchObject({ toolName: "read" });
	});

	test("a history that starts with the assistant gets a user message first if required", () => {
		const history = [user(" "), assistant(model, [said])];
		expect(transform(history).map(({ role }) => role)).toEqual(["assistant"]);
		expect(transform(history, model, { opensWithUser: true })[0]).toEqual({
			role: "user",
			content: "(The beginning of the conversation is not shown.)",
			timestamp: 0,
		});
	});
});
