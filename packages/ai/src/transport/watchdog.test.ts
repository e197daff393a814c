import { expect } from "bun:test";
import { ask } from "@oh-my-pi/pi-testkit/protocol-contract/ask";
import { deliverAndStall } from "@oh-my-pi/pi-testkit/protocol-contract/deliver";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { Model } from "../model/model.ts";
import type { ModelCall } from "../protocol/protocol.ts";
import type { StreamOptions } from "../protocol/stream-options.ts";
import { messageStart, anthropicSpeaker as speaker, sse } from "../protocols/anthropic-messages/testing/speaker.ts";
import { watchdogLimits } from "./limits.ts";

const { model, contentType } = speaker;

function limits(env: ModelCall["env"], options: StreamOptions = {}, overrides: Partial<Model> = {}) {
	const call: ModelCall = { model: { ...model, ...overrides }, context: { messages: [] }, options, env, now: 0 };
	const { firstEventMs, idleMs } = watchdogLimits(call);
	return [firstEventMs, idleMs];
}

verifies("ai-streaming:http:watchdogs", async () => {
	const stalled = (bytes: Uint8Array[], options: StreamOptions) =>
		ask(speaker, [() => deliverAndStall(bytes, contentType)], options);
	const silent = await stalled([], { streamFirstEventTimeoutMs: 5 });
	expect(silent.message.errorMessage).toBe("The model did not begin to answer within 0 s (stream timed out)");
	// Pings keep the connection alive but do not start the answer.
	const pinging = await stalled([sse([{ type: "ping" }])], { streamFirstEventTimeoutMs: 5, streamIdleTimeoutMs: 0 });
	expect(pinging.message.errorMessage).toContain("did not begin to answer");
	const begun = [sse([messageStart()]), speaker.cutOff("So far")];
	const paused = await stalled(begun, { streamFirstEventTimeoutMs: 0, streamIdleTimeoutMs: 5 });
	expect(paused.message).toMatchObject({ stopReason: "error", content: [{ type: "text", text: "So far" }] });
	expect(paused.message.errorMessage).toBe("The model sent nothing more within 0 s (stream timed out)");

	const env = { PI_STREAM_FIRST_EVENT_TIMEOUT_MS: "1", PI_STREAM_IDLE_TIMEOUT_MS: "2" };
	const openAiEnv = { ...env, PI_OPENAI_STREAM_FIRST_EVENT_TIMEOUT_MS: "3", PI_OPENAI_STREAM_IDLE_TIMEOUT_MS: "0" };
	const chat = { api: "openai-completions", provider: "acme", baseUrl: "https://acme.example/v1" };
	expect(limits({})).toEqual([100_000, 100_000]);
	expect(limits(env)).toEqual([1, 2]);
	expect(limits(openAiEnv)).toEqual([1, 2]);
	expect(limits(openAiEnv, {}, chat)).toEqual([3, 0]);
	expect(limits({ PI_STREAM_IDLE_TIMEOUT_MS: "soon" })).toEqual([100_000, 100_000]);
	expect(limits(env, { streamFirstEventTimeoutMs: 0, streamIdleTimeoutMs: 7 })).toEqual([0, 7]);
	// A local engine may take any time to load its model.
	expect(limits({}, {}, { ...chat, provider: "ollama", baseUrl: "http://127.0.0.1:11434/v1" })).toEqual([0, 300_000]);
	expect(limits(env, {}, { ...chat, provider: "ollama", baseUrl: "http://127.0.0.1:11434/v1" })).toEqual([1, 2]);
});
