import { expect, test } from "bun:test";
import type { AssistantMessage, Context } from "@oh-my-pi/pi-ai/message";
import type { AssistantMessageEvent } from "@oh-my-pi/pi-ai/reply/event";
import { AssistantMessageEventStream } from "@oh-my-pi/pi-ai/reply/event-stream";
import { Reply } from "@oh-my-pi/pi-ai/reply/reply";
import type { StreamFn } from "@oh-my-pi/pi-ai/stream/stream";
import type { SecretEntry } from "@oh-my-pi/pi-secrets/entries/secret-entry";
import { SecretHider } from "@oh-my-pi/pi-secrets/hider/secret-hider";
import { SlowPatternError } from "@oh-my-pi/pi-secrets/patterns/secret-pattern";
import { until } from "@oh-my-pi/pi-testkit/until";
import { requestGuard } from "./request-guard.ts";

const secret = 's3cret "V4lue" 1';
const plain = { type: "plain", source: "file", mode: "obfuscate" } as const;
const hiderOf = (...more: SecretEntry[]) =>
	new SecretHider([{ ...plain, value: secret }, { ...plain, value: "required" }, ...more], new Uint8Array(32));
const hider = hiderOf();
const own = hider.hide(secret);
const model = { api: "anthropic-messages", provider: "acme", id: "a-1" } as Parameters<StreamFn>[0];
const user = (text: string): Context["messages"][number] => ({ role: "user", content: text, timestamp: 0 });

/** Sends a context through the guard to a model that replies with `build`. */
function exchange(context: Context, build: (reply: Reply) => void, options?: Parameters<StreamFn>[2], by = hider) {
	const sent: Context[] = [];
	const bodies: unknown[] = [];
	const stream: StreamFn = (_, request, { onPayload } = {}) => {
		sent.push(request);
		const events = new AssistantMessageEventStream();
		const reply = new Reply(model, 0, (event) => events.push(event), { interleaved: true });
		events.push({ type: "start", partial: reply.message });
		void Promise.resolve(onPayload?.(request)).then((body) => {
			bodies.push(body);
			build(reply);
			reply.closeAll();
			events.push({ type: "done", reason: "stop", message: reply.message });
		});
		return events;
	};
	const events = requestGuard(by, () => 0).wrap(stream)(model, context, options);
	return { sent, bodies, events };
}

async function collect(events: AssistantMessageEventStream) {
	const all: AssistantMessageEvent[] = [];
	const texts: string[] = [];
	for await (const event of events) {
		all.push(event);
		if ("partial" in event) texts.push(JSON.stringify(event.partial.content));
	}
	return { all, texts, message: await events.result() };
}

test("request: system prompt, messages, results, calls and schemas hold placeholders; names and structure stay", () => {
	const assistant = {
		...{ role: "assistant", stopReason: "toolUse", timestamp: 0 },
		content: [
			{ type: "text", text: `said ${secret}`, textSignature: "t" },
			{ type: "thinking", thinking: `thought ${secret}`, thinkingSignature: "s" },
			{ type: "redactedThinking", data: "opaque" },
			{
				type: "toolCall",
				id: "1",
				name: "required",
				arguments: { [secret]: [{ deep: `x${secret}` }] },
				intent: secret,
			},
		],
	} as unknown as AssistantMessage;
	const context: Context = {
		systemPrompt: [`prompt ${secret}`],
		messages: [
			user(`user ${secret}`),
			assistant,
			{
				role: "toolResult",
				toolCallId: "1",
				toolName: "required",
				content: [
					{ type: "text", text: secret },
					{ type: "image", data: "aaaa", mimeType: "image/png" },
				],
				isError: false,
				timestamp: 0,
			},
			{ role: "developer", content: secret, timestamp: 0 },
			{
				role: "user",
				content: "past",
				providerItems: { provider: "openai", items: [{ summary: `${own} ${secret}` }] },
				timestamp: 0,
			},
		],
		tools: [
			{
				name: "required",
				description: `for ${secret}`,
				parameters: {
					type: "object",
					required: ["required"],
					properties: {
						required: { type: "string", description: "required", enum: [secret], examples: [secret], default: secret },
						type: { type: "string", description: secret },
					},
				},
			},
		],
	};
	const before = structuredClone(context);
	const { sent } = exchange(context, () => {});
	const text = JSON.stringify(sent[0]);
	expect(text).not.toContain("V4lue");
	expect(sent[0]?.tools?.[0]).toMatchObject({
		name: "required",
		parameters: {
			type: "object",
			required: ["required"],
			properties: { required: { enum: [own] }, type: { type: "string", description: own } },
		},
	});
	expect(sent[0]?.messages[1]).toMatchObject({
		content: [{ textSignature: "t" }, { thinkingSignature: "s" }, { data: "opaque" }, { name: "required" }],
	});
	expect(sent[0]?.messages[4]).toMatchObject({ providerItems: { items: [{ summary: `${own} ${own}` }] } });
	expect(context).toEqual(before);
});

test("request: what holds no secret is sent as the same objects", () => {
	const context: Context = {
		messages: [user("nothing here")],
		tools: [{ name: "a", description: "b", parameters: { type: "object", properties: {} } }],
	};
	const { sent } = exchange(context, () => {});
	expect(sent[0]?.messages[0]).toBe(context.messages[0] as (typeof context.messages)[number]);
	expect(sent[0]?.tools?.[0]).toBe((context.tools ?? [])[0] as NonNullable<typeof context.tools>[number]);
});

test("request: what an extension puts into the body is hidden, too", async () => {
	const { bodies, events } = exchange({ messages: [] }, () => {}, {
		onPayload: (body) => ({ ...(body as object), added: secret }),
	});
	await collect(events);
	expect(bodies).toEqual([{ messages: [], added: own }]);
});

test("request: a secret that is a word of the provider's API leaves its requests intact, also for an extension's", async () => {
	const words = hiderOf(
		{ ...plain, value: "ephemeral" },
		{ ...plain, value: "function" },
		{ ...plain, value: "claude-x" },
	);
	const before = {
		model: "claude-x",
		system: [{ type: "text", text: "be brief", cache_control: { type: "ephemeral" } }],
		tools: [{ type: "function", function: { name: "function", parameters: { required: ["required"] } } }],
	};
	const bodies: unknown[] = [];
	const sends: StreamFn = (_model, _context, { onPayload } = {}) => {
		const body = structuredClone(before);
		void Promise.resolve(onPayload?.(body)).then((changed) => bodies.push(changed ?? body));
		return new AssistantMessageEventStream();
	};
	const guarded = requestGuard(words, () => 0).wrap(sends);
	guarded(model, { messages: [] }, { onPayload: (body) => body });
	guarded(
		model,
		{ messages: [] },
		{
			onPayload: (body) => ({ ...(body as object), metadata: { type: "ephemeral", note: "an ephemeral note" } }),
		},
	);
	// Changed in place, and nothing returned.
	guarded(model, { messages: [] }, { onPayload: (body) => void Object.assign(body as object, { added: secret }) });
	await until(() => bodies.length === 3);
	const note = words.hide("an ephemeral note");
	expect(bodies).toEqual([
		before,
		{ ...before, metadata: { type: "ephemeral", note } },
		{ ...before, added: words.hide(secret) },
	]);
	expect(note).not.toContain("ephemeral");
});

test("reply: text and thoughts are restored while they stream, arguments when they are complete", async () => {
	const json = JSON.stringify({ [own]: `echo ${own}` });
	const { events } = exchange({ messages: [] }, (reply) => {
		for (const character of `think ${own}!`) reply.appendThinking("think", character);
		for (const character of `say ${own} and $$`) reply.appendText("text", character);
		reply.openToolCall("call", { id: "1", name: "bash" });
		for (const character of json) reply.appendArguments("call", character);
	});
	const { all, texts, message } = await collect(events);
	expect(message.content).toEqual([
		{ type: "thinking", thinking: `think ${secret}!` },
		{ type: "text", text: `say ${secret} and $$` },
		{ type: "toolCall", id: "1", name: "bash", arguments: { [secret]: `echo ${secret}` } },
	]);
	const deltas = (type: string) =>
		all.flatMap((event) => (event.type === type && "delta" in event ? [event.delta] : [])).join("");
	expect([deltas("thinking_delta"), deltas("text_delta")]).toEqual([`think ${secret}!`, `say ${secret} and $$`]);
	expect(texts.some((text) => text.includes("$$") && !text.includes('"toolCall"') && !text.includes("and $$"))).toBe(
		false,
	);
	const ended = all.find(({ type }) => type === "toolcall_end");
	expect(ended).toMatchObject({ toolCall: { arguments: { [secret]: `echo ${secret}` } } });
	expect(all.find(({ type }) => type === "text_end")).toMatchObject({ content: `say ${secret} and $$` });
});

test("reply: a signed thought keeps its signature only if it goes back as it came", async () => {
	const signed = async (thought: string) => {
		const { events } = exchange({ messages: [] }, (reply) => {
			reply.appendThinking("a", thought);
			reply.sign("a", "signature");
		});
		return (await collect(events)).message.content[0];
	};
	expect(await signed(`use ${own}`)).toEqual({
		type: "thinking",
		thinking: `use ${secret}`,
		thinkingSignature: "signature",
	});
	// The model wrote the word itself.
	expect(await signed("it is required")).toEqual({ type: "thinking", thinking: "it is required" });
});

test("request: with a pattern that takes too long nothing is sent, and the reply says which it is", async () => {
	const slow: SecretEntry = {
		...{ type: "regex", source: "file", mode: "obfuscate" },
		pattern: {
			find() {
				throw new SlowPatternError("secrets.yml entry 2", 2000);
			},
		},
	};
	const { sent, events } = exchange({ messages: [user("hello")] }, () => {}, undefined, hiderOf(slow));
	const { message } = await collect(events);
	expect(sent).toEqual([]);
	expect([message.stopReason, message.errorMessage]).toEqual([
		"error",
		"The pattern of secrets.yml entry 2 took longer than 2 s over one text, so nothing was sent. Make it more specific, or remove it.",
	]);
});
