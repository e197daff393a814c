import { expect, test } from "bun:test";
import { ask } from "@oh-my-pi/pi-testkit/protocol-contract/ask";
import { deliver } from "@oh-my-pi/pi-testkit/protocol-contract/deliver";
import { modelCall, user } from "@oh-my-pi/pi-testkit/protocol-contract/history";
import { encode } from "./encode.ts";
import { anthropicSpeaker, blockEvents, messageStart, sonnet, sse } from "./testing/speaker.ts";

const opus = { ...sonnet, id: "claude-opus-4-8" };
const speedOf = (model: typeof sonnet, serviceTier?: string) => {
	const { body, headers } = encode(modelCall(model, { messages: [user("q")] }, { serviceTier }));
	return [body.speed, headers["anthropic-beta"]];
};

test("priority requests fast mode from Anthropic's own host if the model supports it", () => {
	const fast = ["fast", "fast-mode-2026-02-01"];
	const usual = [undefined, undefined];
	expect(speedOf(opus, "priority")).toEqual(fast);
	expect(speedOf(opus, "claude-only")).toEqual(fast);
	expect(speedOf({ ...opus, id: "claude-opus-4-6" }, "priority")).toEqual(fast);
	for (const tier of [undefined, "flex", "openai-only"]) expect(speedOf(opus, tier)).toEqual(usual);
	for (const id of ["claude-opus-4-5", "claude-sonnet-4-6"])
		expect(speedOf({ ...opus, id }, "priority")).toEqual(usual);
	expect(speedOf({ ...opus, baseUrl: "https://gw.example.com" }, "priority")).toEqual(usual);
});

test("fast mode is disabled for the session when the account lacks it", async () => {
	const memory = new Map<string, unknown>();
	const asked: unknown[] = [];
	const answer = () =>
		deliver([anthropicSpeaker.say({ blocks: [{ kind: "text", text: "Hi." }], stop: "stop" })], {
			contentType: anthropicSpeaker.contentType,
		});
	const refusal = () => new Response('{"error":{"message":"speed: fast mode is not enabled"}}', { status: 400 });
	const options = {
		serviceTier: "priority",
		providerSessionState: memory,
		onPayload: (body: unknown) => {
			asked.push((body as { speed?: string }).speed);
			return body;
		},
	};
	const speaker = { ...anthropicSpeaker, model: opus };
	expect((await ask(speaker, [refusal, answer], options)).message.stopReason).toBe("stop");
	expect((await ask(speaker, [answer], options)).message.stopReason).toBe("stop");
	expect(asked).toEqual(["fast", undefined, undefined]);
});

test("fast responses cost a multiple", async () => {
	const costAt = async (id: string, speed: string) => {
		const start = messageStart({ input: 1_000_000, output: 0 });
		const events = [
			{ ...start, message: { ...start.message, usage: { ...start.message.usage, output_tokens: 0, speed } } },
			...blockEvents({ kind: "text", text: "Hi." }, 0),
			{ type: "message_stop" },
		];
		const speaker = { ...anthropicSpeaker, model: { ...opus, id, contextWindow: 2_000_000 } };
		const response = deliver([sse(events)], { contentType: speaker.contentType });
		return (await ask(speaker, [response])).message.usage.cost.input;
	};
	expect(await costAt("claude-opus-4-8", "standard")).toBe(3);
	expect(await costAt("claude-opus-4-8", "fast")).toBe(6);
	expect(await costAt("claude-opus-4-6", "fast")).toBe(18);
});
