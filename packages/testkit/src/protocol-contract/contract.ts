import { describe, expect, test } from "bun:test";
import { sleep } from "@oh-my-pi/pi-utils/abort";
import { ask, foldedOutline, outline } from "./ask.ts";
import { cutAt, cutEvery, deliver, deliverAndBreak, deliverAndStall } from "./deliver.ts";
import type { ScriptedReply, WireSpeaker } from "./speaker.ts";

const usage = { input: 100, output: 20 };
const calls: ScriptedReply = {
	blocks: [
		{ kind: "text", text: "Lístíng — 列出 🙂." },
		{ kind: "toolCall", id: "toolu_1", name: "bash", arguments: { command: "echo 'ü 🙂'", nested: { a: [1, null] } } },
		{ kind: "toolCall", id: "toolu_2", name: "bash", arguments: { command: "ls" } },
	],
	stop: "toolUse",
	usage,
};

/** What every wire protocol must do. */
export function protocolContract(speaker: WireSpeaker): void {
	const { contentType, lacks = {} } = speaker;
	const whole = (reply: ScriptedReply) => deliver([speaker.say(reply)], { contentType });
	const failing =
		(status: number, body: string, headers: Record<string, string> = {}) =>
		() =>
			new Response(body, { status, headers });

	describe(`${speaker.protocol.api} contract`, () => {
		test("text arrives as start, deltas, end and done, with usage and cost", async () => {
			const reply: ScriptedReply = { blocks: [{ kind: "text", text: "Hello there." }], stop: "stop", usage };
			const { events, message } = await ask(speaker, [whole(reply)]);
			expect(foldedOutline(events)).toEqual([
				"start",
				"text_start 0",
				"text_delta 0",
				"text_end 0 Hello there.",
				"done stop",
			]);
			expect(message.content.map(({ type }) => type)).toEqual(["text"]);
			expect(message.usage).toMatchObject({ ...usage, cacheRead: 0, cacheWrite: 0, totalTokens: 120 });
			const { cost } = speaker.model;
			expect(message.usage.cost.total).toBeCloseTo((100 * cost.input + 20 * cost.output) / 1e6, 12);
			expect(message).toMatchObject({ stopReason: "stop", model: speaker.model.id, duration: 0, ttft: 0 });
		});

		test("thinking is a separate block before the text", async () => {
			const signature = lacks.thinkingSignatures ? undefined : "c2lnbmF0dXJl";
			const { events, message } = await ask(speaker, [
				whole({
					blocks: [
						{ kind: "thinking", thinking: "First, look.", signature },
						{ kind: "text", text: "Done." },
					],
					stop: "stop",
					usage,
				}),
			]);
			expect(foldedOutline(events)).toEqual([
				"start",
				"thinking_start 0",
				"thinking_delta 0",
				"thinking_end 0 First, look.",
				"text_start 1",
				"text_delta 1",
				"text_end 1 Done.",
				"done stop",
			]);
			const [thinking] = message.content;
			if (thinking?.type !== "thinking") throw new Error("no thinking block");
			if (signature) expect(thinking.thinkingSignature).toContain(signature);
		});

		test("several tool calls keep their order, ids and arguments", async () => {
			const { events, message } = await ask(speaker, [whole(calls)]);
			const found = message.content.filter((block) => block.type === "toolCall");
			expect(found.map((call) => call.arguments)).toEqual([
				{ command: "echo 'ü 🙂'", nested: { a: [1, null] } },
				{ command: "ls" },
			]);
			const ids = found.map((call) => call.id.split("|")[0]);
			if (lacks.toolCallIds) expect(new Set(ids).size).toBe(2);
			else expect(ids).toEqual(["toolu_1", "toolu_2"]);
			expect(message.stopReason).toBe("toolUse");
			expect(events.filter((event) => event.type === "toolcall_end")).toHaveLength(2);
			expect(Object.keys(found[0] ?? {}).sort()).toEqual(["arguments", "id", "name", "type"]);
		});

		test("the answer does not depend on how the bytes are split", async () => {
			const bytes = speaker.say(calls);
			const { events: expected, message } = await ask(speaker, [deliver([bytes], { contentType })]);
			// Pieces that arrive together are one event.
			const joined = (events: typeof expected) =>
				outline(events).filter((line, index, lines) => line !== lines[index - 1] || !/_delta /.test(line));
			const contentOf = (content: typeof message.content) =>
				// Locally generated ids differ between runs by design.
				content.map((block) => (block.type === "toolCall" && lacks.toolCallIds ? { ...block, id: "" } : block));
			for (let offset = 1; offset < bytes.length; offset += speaker.cutStride ?? 1) {
				const cut = await ask(speaker, [deliver(cutAt(bytes, offset), { contentType })]);
				expect(joined(cut.events)).toEqual(joined(expected));
				expect(contentOf(cut.message.content)).toEqual(contentOf(message.content));
			}
			const single = await ask(speaker, [deliver(cutEvery(bytes, 1), { contentType })]);
			expect(joined(single.events)).toEqual(joined(expected));
		});

		test("an abort before the headers ends with an aborted message", async () => {
			const controller = new AbortController();
			const asked = ask(speaker, [() => new Promise<Response>(() => {})], { signal: controller.signal });
			await sleep(1);
			controller.abort();
			const { events, message } = await Promise.race([asked, sleep(5000).then(() => Promise.reject("hung"))]);
			expect(outline(events)).toEqual(["start", "error aborted"]);
			expect(message).toMatchObject({ stopReason: "aborted", errorMessage: "Request was aborted", content: [] });
		});

		test("an abort in the middle keeps the text and drops unfinished tool calls", async () => {
			const controller = new AbortController();
			const bytes = speaker.say({ blocks: [{ kind: "text", text: "Half of an answer" }], stop: "stop", usage });
			const { message } = await ask(speaker, [deliverAndStall(cutEvery(bytes.subarray(0, -8), 7), contentType)], {
				signal: controller.signal,
				onEvent: (event) => {
					if (event.type === "text_delta") setTimeout(() => controller.abort(), 0);
				},
			});
			expect(message.stopReason).toBe("aborted");
			expect(message.content.every((block) => block.type === "text")).toBe(true);
			expect(message.content.length).toBe(1);
		});

		test("an abort after the end changes nothing", async () => {
			const controller = new AbortController();
			const reply: ScriptedReply = { blocks: [{ kind: "text", text: "Done." }], stop: "stop", usage };
			const { message } = await ask(speaker, [whole(reply)], { signal: controller.signal });
			controller.abort();
			expect(message.stopReason).toBe("stop");
		});

		test("an empty reply is retried twice and then accepted", async () => {
			const empty: ScriptedReply = { blocks: [], stop: "stop", usage: { input: 100, output: 0 } };
			const { message, requests } = await ask(speaker, [() => whole(empty)]);
			expect(requests).toBe(3);
			expect(message).toMatchObject({ stopReason: "stop", content: [] });
		});

		test("a refusal is reported as an error", async () => {
			if (lacks.refusal) return;
			const { message } = await ask(speaker, [() => whole({ blocks: [], stop: "refusal", usage })]);
			expect(message.stopReason).toBe("error");
			expect(message.stopDetails?.type).toBeString();
			expect(message.errorMessage).toBeString();
		});

		test("a length stop is distinguished from a normal end", async () => {
			const cut: ScriptedReply = { blocks: [{ kind: "text", text: "Once upon" }], stop: "length", usage };
			const { message } = await ask(speaker, [whole(cut)]);
			expect(message).toMatchObject({ stopReason: "length" });
		});

		test("a prompt that is too long is recognized and not retried", async () => {
			const { status, body } = speaker.overflow;
			const { message, requests } = await ask(speaker, [failing(status, body)]);
			expect(requests).toBe(1);
			expect(message).toMatchObject({ stopReason: "error", errorStatus: status });
			expect((message.errorId ?? 0) & 0x800000).toBe(0x800000);
		});

		test("a rate limit reports its delay, and a delay over the limit is not waited", async () => {
			const limited = failing(429, '{"error":{"message":"Too many requests"}}', { "retry-after": "7" });
			const { message, waits } = await ask(speaker, [limited], { maxRetryDelayMs: 1000 });
			expect(waits).toEqual([]);
			expect(message.errorMessage).toBe("429 Too many requests retry-after-ms=7000");
			expect((message.errorId ?? 0) & 0x20000).toBe(0x20000);
		});

		test("a server error is retried as often as the protocol allows", async () => {
			const down = failing(503, '{"error":{"message":"down"}}');
			const fine: ScriptedReply = { blocks: [{ kind: "text", text: "Back." }], stop: "stop", usage };
			const retries = speaker.protocol.transportRetries;
			const lost = await ask(speaker, [down]);
			expect(lost.requests).toBe(retries + 1);
			expect(lost.message).toMatchObject({ stopReason: "error", errorStatus: 503, errorMessage: "503 down" });
			if (retries > 0) {
				const recovered = await ask(speaker, [down, () => whole(fine)]);
				expect(outline(recovered.events)[0]).toBe("start");
				expect(recovered.message.stopReason).toBe("stop");
			}
		});

		test("a wrong key is an authentication error and not retried", async () => {
			const { message, requests } = await ask(speaker, [failing(401, '{"error":{"message":"invalid x-api-key"}}')]);
			expect(requests).toBe(1);
			expect((message.errorId ?? 0) & 0x1000000).toBe(0x1000000);
			expect(JSON.stringify(message)).not.toContain("test-key");
		});

		test("a stream without its end marker is an error that keeps the content so far", async () => {
			const { message } = await ask(speaker, [() => deliver([speaker.cutOff("So far")], { contentType })]);
			expect(message.stopReason).toBe("error");
			expect(message.content).toMatchObject([{ type: "text", text: "So far" }]);
		});

		test("a broken connection is an error that keeps the content so far", async () => {
			const pieces = [speaker.cutOff("So far")];
			const { message } = await ask(speaker, [() => deliverAndBreak(pieces, contentType)]);
			expect(message.stopReason).toBe("error");
			expect(message.errorMessage).toContain("The connection broke");
			expect(message.content).toMatchObject([{ type: "text", text: "So far" }]);
		});

		test("a malformed frame is an error, not a crash", async () => {
			const { message } = await ask(speaker, [() => deliver([speaker.malformed()], { contentType })]);
			expect(message.stopReason).toBe("error");
			expect(message.errorMessage).toBeString();
		});

		test("an error in the stream is the final event", async () => {
			if (!speaker.failInside) return;
			const bytes = speaker.failInside("the engine room is on fire");
			const { message } = await ask(speaker, [() => deliver([bytes], { contentType })]);
			expect(message.stopReason).toBe("error");
			expect(message.errorMessage).toContain("the engine room is on fire");
		});

		test("a repeated tool call id does not merge two calls", async () => {
			if (lacks.toolCallIds) return;
			const { message } = await ask(speaker, [
				whole({
					blocks: [
						{ kind: "toolCall", id: "same", name: "bash", arguments: { command: "one" } },
						{ kind: "toolCall", id: "same", name: "bash", arguments: { command: "two" } },
					],
					stop: "toolUse",
					usage,
				}),
			]);
			const found = message.content.filter((block) => block.type === "toolCall");
			expect(found.map((call) => call.arguments)).toEqual([{ command: "one" }, { command: "two" }]);
		});

		test("a frame of 4 MB in small chunks is read in linear time", async () => {
			const timed = async (characters: number) => {
				const text = "x".repeat(characters);
				const bytes = speaker.say({ blocks: [{ kind: "text", text }], stop: "stop", usage });
				const begin = process.cpuUsage();
				const { message } = await ask(speaker, [deliver(cutEvery(bytes, 1024), { contentType })]);
				const spent = process.cpuUsage(begin);
				expect(message.content).toHaveLength(1);
				return spent.user + spent.system;
			};
			// GC also collects garbage of other tests: take the cheapest of three runs.
			const cheapest = async (characters: number) =>
				Math.min(await timed(characters), await timed(characters), await timed(characters));
			await timed(100_000);
			const quarter = await cheapest(1_000_000);
			const whole = await cheapest(4_000_000);
			// Four times the input; quadratic work would take sixteen times, and the rest is slack for a busy machine.
			expect(whole).toBeLessThan(quarter * 8 + 50_000);
		}, 60_000);

		test("silence ends in a timeout error", async () => {
			const silent = () => deliverAndStall([], contentType);
			const { message } = await ask(speaker, [silent], { streamFirstEventTimeoutMs: 5 });
			expect(message.stopReason).toBe("error");
			expect(message.errorMessage).toContain("did not begin to answer");
		});
	});
}
