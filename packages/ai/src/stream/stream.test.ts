import { expect, test } from "bun:test";
import { ask, foldedOutline, outline, question } from "@oh-my-pi/pi-testkit/protocol-contract/ask";
import { deliver, deliverAndBreak, deliverAndStall } from "@oh-my-pi/pi-testkit/protocol-contract/deliver";
import type { ScriptedReply } from "@oh-my-pi/pi-testkit/protocol-contract/speaker";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import {
	blockEvents,
	messageStart,
	anthropicSpeaker as speaker,
	sse,
} from "../protocols/anthropic-messages/testing/speaker.ts";
import { createStream } from "./stream.ts";

const { contentType, model } = speaker;
const answer = (bytes: Uint8Array) => () => deliver([bytes], { contentType });
const say = (reply: Partial<ScriptedReply>) =>
	answer(speaker.say({ blocks: [], stop: "stop", usage: { input: 10, output: 5 }, ...reply }));
const refuse =
	(status: number, message: string, headers: Record<string, string> = {}) =>
	() =>
		new Response(JSON.stringify({ error: { message } }), { status, headers });
const text = (words: string) => ({ kind: "text" as const, text: words });
const bashCall = { kind: "toolCall" as const, id: "c1", name: "bash", arguments: { command: "ls" } };
const hello = say({ blocks: [text("Hello.")] });

/** All ways an answer can end. */
const endings: Record<string, () => Response | Promise<Response>> = {
	text: hello,
	empty: say({ usage: { input: 10, output: 0 } }),
	refused: say({ stop: "refusal" }),
	"bad request": refuse(400, "no such field"),
	"cut before anything": answer(new Uint8Array()),
	"cut in the middle": answer(speaker.cutOff("So far")),
	malformed: answer(speaker.malformed()),
	"broken connection": () => deliverAndBreak([speaker.cutOff("So far")], contentType),
	unreachable: () => Promise.reject(new Error("connect ECONNREFUSED")),
};

verifies("ai-streaming:event:start-and-terminal-once", async () => {
	for (const [name, ending] of Object.entries(endings)) {
		const { events } = await ask(speaker, [ending]);
		const kinds = events.map(({ type }) => type);
		expect([name, kinds[0], kinds.filter((kind) => kind === "start").length]).toEqual([name, "start", 1]);
		const ends = kinds.filter((kind) => kind === "done" || kind === "error");
		expect([name, ends.length, kinds.at(-1)]).toEqual([name, 1, ends[0]]);
	}
});

verifies("ai-streaming:event:result-never-rejects", async () => {
	const ends: Record<string, string> = {};
	for (const [name, ending] of Object.entries(endings)) ends[name] = (await ask(speaker, [ending])).message.stopReason;
	expect(ends).toEqual({
		text: "stop",
		empty: "stop",
		refused: "error",
		"bad request": "error",
		"cut before anything": "error",
		"cut in the middle": "error",
		malformed: "error",
		"broken connection": "error",
		unreachable: "error",
	});
});

verifies("ai-streaming:event:block-order", async () => {
	// The text block is never closed on the wire before the call begins.
	const [opens, ...rest] = blockEvents(text("Listing"), 0).slice(0, -1);
	const events = [messageStart(), opens, ...rest, ...blockEvents(bashCall, 1), { type: "message_stop" }];
	const asked = await ask(speaker, [answer(sse(events as object[]))]);
	expect(foldedOutline(asked.events)).toEqual([
		"start",
		"text_start 0",
		"text_delta 0",
		"text_end 0 Listing",
		"toolcall_start 1",
		"toolcall_delta 1",
		'toolcall_end 1 bash {"command":"ls"}',
		"done toolUse",
	]);
});

verifies("ai-streaming:event:no-scratch-fields", async () => {
	const blocks = [{ kind: "thinking" as const, thinking: "Hm.", signature: "sig" }, text("Listing"), bashCall];
	const { message } = await ask(speaker, [say({ blocks, stop: "toolUse" })]);
	expect(message.content).toEqual([
		{ type: "thinking", thinking: "Hm.", thinkingSignature: "sig" },
		{ type: "text", text: "Listing" },
		{ type: "toolCall", id: "c1", name: "bash", arguments: { command: "ls" } },
	]);
	expect(Object.keys(message).sort()).toEqual(
		"api content duration model provider responseId role stopReason timestamp ttft usage".split(" "),
	);
});

verifies("ai-streaming:event:timing-stamps", async () => {
	let now = 1000;
	const events = [messageStart(), ...blockEvents(text("Hello."), 0), { type: "message_stop" }];
	const pieces = [sse(events.slice(0, 3)), sse(events.slice(3))];
	const slow = new ReadableStream<Uint8Array>(
		{
			pull(controller) {
				const piece = pieces.shift();
				if (!piece) return controller.close();
				now += 250;
				controller.enqueue(piece);
			},
		},
		{ highWaterMark: 0 },
	);
	const stream = createStream({
		host: { now: () => now, env: {} },
		protocols: new Map([[model.api, async () => speaker.protocol]]),
		fetch: async () => new Response(slow, { headers: { "content-type": contentType } }),
	});
	expect(await stream(model, question, { apiKey: "k" }).result()).toMatchObject({
		timestamp: 1000,
		ttft: 250,
		duration: 500,
	});
});

verifies("ai-streaming:http:retry-before-first-event", async () => {
	for (const status of [408, 409, 429, 500, 502, 503, 529]) {
		const { message, requests } = await ask(speaker, [refuse(status, "later"), hello]);
		expect([status, requests, message.stopReason]).toEqual([status, 2, "stop"]);
	}
	const unreachable = await ask(speaker, [() => Promise.reject(new Error("ECONNRESET")), hello]);
	expect([unreachable.requests, outline(unreachable.events)[0]]).toEqual([2, "start"]);

	for (const status of [400, 401, 403, 404, 422]) {
		expect([status, (await ask(speaker, [refuse(status, "never")])).requests]).toEqual([status, 1]);
	}
	const begun = await ask(speaker, [answer(speaker.cutOff("So far")), hello]);
	expect(begun.requests).toBe(1);

	const { waits } = await ask(speaker, [refuse(503, "down")]);
	expect(waits).toHaveLength(10);
	waits.forEach((wait, index) => {
		const full = Math.min(500 * 2 ** index, 8000);
		expect(wait).toBeGreaterThanOrEqual(full * 0.75);
		expect(wait).toBeLessThanOrEqual(full);
	});
	const told = async (headers: Record<string, string>) =>
		(await ask(speaker, [refuse(429, "slow down", headers), hello])).waits;
	expect(await told({ "retry-after": "7" })).toEqual([7000]);
	expect(await told({ "retry-after-ms": "250", "retry-after": "7" })).toEqual([250]);
	expect(await told({ "retry-after": new Date(4000).toUTCString() })).toEqual([3000]);
});

test("a caller with a retry budget of its own limits the retries of failures and of empty answers", async () => {
	const empty = say({ usage: { input: 10, output: 0 } });
	const requests = async (given: () => Response | Promise<Response>, maxRetries: number) =>
		(await ask(speaker, [given], { maxRetries })).requests;
	expect(await requests(refuse(529, "Overloaded"), 0)).toBe(1);
	expect(await requests(refuse(529, "Overloaded"), 2)).toBe(3);
	expect(await requests(refuse(529, "Overloaded"), 50)).toBe(11);
	expect(await requests(empty, 0)).toBe(1);
	expect(await requests(empty, 1)).toBe(2);
	let answered = 0;
	const mixed = () => (answered++ % 2 === 0 ? refuse(529, "Overloaded")() : empty());
	expect(await requests(mixed, 2)).toBe(3);
});

test("a caller may limit for how long an unreachable host is tried again, other failures aside", async () => {
	const unreachable = () => Promise.reject(new Error("connect ECONNREFUSED"));
	const { requests, waits, message } = await ask(speaker, [unreachable], { networkRetryMs: 8000 });
	expect([requests, waits.length]).toEqual([5, 4]);
	expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeLessThanOrEqual(8000);
	expect(message.errorMessage).toContain("ECONNREFUSED");
	expect((await ask(speaker, [refuse(529, "Overloaded")], { networkRetryMs: 8000 })).requests).toBe(11);
});

verifies("ai-streaming:http:long-server-delay-fails", async () => {
	const limited = refuse(429, "Too many requests", { "retry-after": "90" });
	const { message, requests, waits } = await ask(speaker, [limited], { maxRetryDelayMs: 60_000 });
	expect([requests, waits]).toEqual([1, []]);
	expect(message).toMatchObject({
		stopReason: "error",
		errorStatus: 429,
		errorMessage: "429 Too many requests retry-after-ms=90000",
	});
	const patient = await ask(speaker, [limited, hello], { maxRetryDelayMs: 90_000 });
	expect([patient.waits, patient.message.stopReason]).toEqual([[90_000], "stop"]);
});

verifies("ai-streaming:http:empty-completion-retry", async () => {
	const empty = say({ usage: { input: 10, output: 1 } });
	const given = await ask(speaker, [empty]);
	expect([given.requests, given.waits.length, given.message.stopReason]).toEqual([3, 2, "stop"]);
	const second = await ask(speaker, [empty, hello]);
	expect([second.requests, outline(second.events).at(-1)]).toEqual([2, "done stop"]);
	const costly = await ask(speaker, [say({ usage: { input: 10, output: 2 } })]);
	expect(costly.requests).toBe(1);
});

verifies("ai-streaming:error:abort", async () => {
	const controller = new AbortController();
	const events = [messageStart(), ...blockEvents(text("Half"), 0), ...blockEvents(bashCall, 1).slice(0, 2)];
	const { events: seen, message } = await ask(speaker, [() => deliverAndStall([sse(events)], contentType)], {
		signal: controller.signal,
		onEvent: (event) => {
			if (event.type === "toolcall_delta") controller.abort();
		},
	});
	expect(outline(seen).at(-1)).toBe("error aborted");
	expect(message).toMatchObject({
		stopReason: "aborted",
		errorMessage: "Request was aborted",
		content: [{ type: "text", text: "Half" }],
	});
});

verifies("ai-streaming:error:mid-stream", async () => {
	const failure = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
	const events = [messageStart(), ...blockEvents(text("So far"), 0), failure];
	const { events: seen, message, requests } = await ask(speaker, [answer(sse(events)), hello]);
	expect([requests, outline(seen).at(-1)]).toEqual([1, "error error"]);
	expect(message).toMatchObject({
		stopReason: "error",
		errorMessage: "Anthropic stream error (overloaded_error): Overloaded",
		content: [{ type: "text", text: "So far" }],
	});
});

verifies("ai-streaming:error:context-overflow", async () => {
	const above = say({ blocks: [text("Hello.")], usage: { input: model.contextWindow + 1, output: 5 } });
	const { message } = await ask(speaker, [above]);
	expect(message).toMatchObject({
		stopReason: "error",
		errorMessage: expect.stringContaining(`exceeds the context window of ${model.contextWindow}`),
	});
	const within = say({ blocks: [text("Hello.")], usage: { input: model.contextWindow, output: 5 } });
	expect((await ask(speaker, [within])).message.stopReason).toBe("stop");
});

verifies("ai-streaming:error:message-form", async () => {
	const said = async (response: () => Response) =>
		(await ask(speaker, [response], { maxRetryDelayMs: 0 })).message.errorMessage;
	expect(await said(refuse(400, "no such field"))).toBe("400 no such field");
	expect(await said(refuse(429, "slow\ndown", { "retry-after": "2" }))).toBe("429 slow retry-after-ms=2000\ndown");
	expect(await said(refuse(429, "Please try again in 12s"))).toBe("429 Please try again in 12s retry-after-ms=12000");
	const google = () => new Response('{"error":{"message":"busy","details":[{"retryDelay":"3s"}]}}', { status: 429 });
	expect(await said(google)).toBe("429 busy retry-after-ms=3000");
	expect(await said(refuse(429, "busy", { "x-ratelimit-reset-ms": "40" }))).toBe("429 busy retry-after-ms=40");
	expect(await said(refuse(429, "busy", { "x-ratelimit-reset": "4" }))).toBe("429 busy retry-after-ms=4000");
	expect(await said(() => new Response("<html>Bad gateway</html>", { status: 404, statusText: "Not Found" }))).toBe(
		"404 Not Found from https://api.anthropic.com/v1/messages: the server has no such endpoint; check the provider's baseUrl and api",
	);
	// A host that echoes the key must not get it into a session file.
	expect(await said(refuse(401, "Incorrect API key provided: test-key"))).toBe(
		"401 Incorrect API key provided: [redacted]",
	);
});

test("a silently truncated prompt is detected by its usage", async () => {
	const over = { input: model.contextWindow - 5, output: 5, cacheRead: 10 };
	const { message } = await ask(speaker, [say({ blocks: [text("Eh?")], usage: over })]);
	expect([message.stopReason, (message.errorId ?? 0) & 0x800000]).toEqual(["error", 0x800000]);
	expect(message.content).toMatchObject([{ type: "text", text: "Eh?" }]);
	const full = await ask(speaker, [say({ blocks: [text("Yes.")], usage: { ...over, cacheRead: 5 } })]);
	expect(full.message.stopReason).toBe("stop");
});
