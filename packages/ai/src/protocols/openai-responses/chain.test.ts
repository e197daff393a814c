import { describe, expect, test } from "bun:test";
import { deliver } from "@oh-my-pi/pi-testkit/protocol-contract/deliver";
import { toolResult, user } from "@oh-my-pi/pi-testkit/protocol-contract/history";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { Message } from "../../message.ts";
import type { Model } from "../../model/model.ts";
import type { Protocol } from "../../protocol/protocol.ts";
import type { StreamOptions } from "../../protocol/stream-options.ts";
import { createStream } from "../../stream/stream.ts";
import { gpt } from "../responses/testing/contract-speaker.ts";
import { responseEvents, sse } from "../responses/testing/speaker-events.ts";
import { openaiResponses } from "./protocol.ts";

type Body = { store: boolean; previous_response_id?: string; input: Array<Record<string, unknown>> };

/** A stateful provider, and a session with it. */
function session(setup: { model?: Partial<Model>; env?: Record<string, string>; options?: StreamOptions } = {}) {
	const model: Model = { ...gpt, ...setup.model };
	const bodies: Body[] = [];
	const refusals: string[] = [];
	let count = 0;
	const stream = createStream({
		host: { now: () => 0, env: setup.env ?? {} },
		protocols: new Map([["openai-responses", async () => openaiResponses as unknown as Protocol]]),
		async fetch(_url, init) {
			bodies.push(JSON.parse(String(init.body)));
			const refusal = refusals.shift();
			if (refusal) return new Response(JSON.stringify({ error: { message: refusal } }), { status: 400 });
			const id = `resp_${++count}`;
			const events = responseEvents({
				blocks: [
					{ kind: "thinking", thinking: "hm", signature: "seal" },
					{ kind: "toolCall", id: `call_${count}`, name: "read", arguments: { count } },
				],
				stop: "toolUse",
				usage: { input: 1, output: 1 },
			});
			const bytes = sse(JSON.parse(JSON.stringify(events).replaceAll("resp_1", id)));
			return deliver([bytes], { contentType: "text/event-stream" });
		},
	});
	const messages: Message[] = [];
	const options: StreamOptions = {
		apiKey: "k",
		sessionId: "s",
		providerSessionState: new Map(),
		...setup.options,
	};
	return {
		bodies,
		refusals,
		messages,
		async say(text: string, changes: StreamOptions = {}) {
			messages.push(user(text));
			const answer = await stream(model, { systemPrompt: ["be brief"], messages }, { ...options, ...changes }).result();
			messages.push(answer, toolResult(`call_${count}|fc_1`, "ok"));
			return answer;
		},
	};
}

describe("openai-responses chaining", () => {
	verifies("ai-streaming:responses:stateful-chaining", async () => {
		const talk = session();
		await talk.say("one");
		await talk.say("two");
		await talk.say("three");
		expect(talk.bodies.map(({ store, previous_response_id }) => ({ store, previous_response_id }))).toEqual([
			{ store: true, previous_response_id: undefined },
			{ store: true, previous_response_id: "resp_1" },
			{ store: true, previous_response_id: "resp_2" },
		]);
		expect(talk.bodies[2]?.input).toEqual([
			{ type: "function_call_output", call_id: "call_2", output: "ok" },
			{ role: "user", content: [{ type: "input_text", text: "three" }] },
		]);
	});

	test.each<[string, (messages: Message[]) => void, StreamOptions]>([
		["an edited question", (messages) => messages.splice(0, 1, user("one, but better")), {}],
		[
			"an edited answer",
			(messages) => {
				const [, answer] = messages;
				if (answer?.role === "assistant") {
					messages[1] = { ...answer, content: answer.content.filter((block) => block.type !== "thinking") };
				}
			},
			{},
		],
		["a history cut short", (messages) => messages.splice(0, 3), {}],
		["another effort", () => {}, { reasoning: "high" }],
	])("%s sends everything again", async (_, edit, options) => {
		const talk = session();
		await talk.say("one");
		edit(talk.messages);
		await talk.say("two", options);
		expect(talk.bodies[1]?.previous_response_id).toBeUndefined();
		expect(talk.bodies[1]?.input.at(-1)).toEqual({ role: "user", content: [{ type: "input_text", text: "two" }] });
	});

	test("a lost record is replaced by sending everything, and after three losses not used again", async () => {
		const talk = session();
		await talk.say("begin");
		for (let turn = 0; turn < 3; turn++) {
			talk.refusals.push("Previous response with id 'resp' not found.");
			expect((await talk.say(`turn ${turn}`)).stopReason).toBe("toolUse");
		}
		await talk.say("last");
		expect(talk.bodies.map((body) => body.previous_response_id !== undefined)).toEqual([
			false,
			true,
			false,
			true,
			false,
			true,
			false,
			false,
		]);
		expect(talk.bodies.at(-1)?.store).toBe(false);
	});

	test("an organization without data retention gets everything each time", async () => {
		const talk = session();
		talk.refusals.push("Responses cannot be stored for organizations with Zero Data Retention enabled.");
		await talk.say("one");
		await talk.say("two");
		expect(talk.bodies.map(({ store }) => store)).toEqual([true, false, false]);
	});

	test.each<[string, Parameters<typeof session>[0], boolean]>([
		["another host", { model: { baseUrl: "https://gateway.example.com/v1" } }, false],
		[
			"another host that is said to remember",
			{ model: { baseUrl: "https://gateway.example.com/v1" }, env: { PI_OPENAI_STATEFUL: "1" } },
			true,
		],
		["the official host, unless forbidden", { env: { PI_OPENAI_STATEFUL: "0" } }, false],
		["the official host, unless the caller forbids it", { options: { statefulResponses: false } }, false],
		["a caller without a session", { options: { providerSessionState: undefined } }, false],
	])("the provider keeps a record at %s", async (_, setup, expected) => {
		const talk = session(setup);
		await talk.say("one");
		await talk.say("two");
		expect(talk.bodies.map((body) => body.store)).toEqual([expected, expected]);
		expect(talk.bodies[1]?.previous_response_id !== undefined).toBe(expected);
	});
});
