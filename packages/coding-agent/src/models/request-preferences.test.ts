import { expect, test } from "bun:test";
import type { StreamOptions } from "@oh-my-pi/pi-ai/protocol/stream-options";
import { AssistantMessageEventStream } from "@oh-my-pi/pi-ai/reply/event-stream";
import type { StreamFn } from "@oh-my-pi/pi-ai/stream/stream";
import { replayTargets } from "@oh-my-pi/pi-testkit/request-rules/targets.data";
import { Settings } from "../settings/settings.ts";
import { withRequestPreferences } from "./request-preferences.ts";

function sentWith(settings: Settings, options?: StreamOptions): StreamOptions | undefined {
	let sent: StreamOptions | undefined;
	const stream: StreamFn = (_model, _context, given) => {
		sent = given;
		return new AssistantMessageEventStream();
	};
	const model = replayTargets[0]?.model;
	if (model) withRequestPreferences(stream, settings)(model, { messages: [] }, options);
	return sent;
}

test("settings apply to the request, and options of the caller override them", () => {
	const settings = new Settings({
		global: {
			temperature: 0.2,
			thinkingBudgets: { high: 9000 },
			providers: { streamIdleTimeoutSeconds: 0, streamFirstEventTimeoutSeconds: 1.5, openrouterVariant: "nitro" },
			model: { loopGuard: { enabled: false } },
			retry: { maxDelayMs: 5 },
		},
	});
	expect(sentWith(settings, { temperature: 1, sessionId: "s" })).toEqual({
		temperature: 1,
		topP: -1,
		topK: -1,
		minP: -1,
		presencePenalty: -1,
		repetitionPenalty: -1,
		thinkingBudgets: { high: 9000 },
		maxRetries: 10,
		maxRetryDelayMs: 5,
		streamFirstEventTimeoutMs: 1500,
		streamIdleTimeoutMs: 0,
		guardsThinking: false,
		openrouterVariant: "nitro",
		sessionId: "s",
	});
});

test("default settings leave limits, budgets and variants to the provider", () => {
	const sent = sentWith(new Settings());
	expect(sent).toMatchObject({ thinkingBudgets: {}, guardsThinking: true });
	expect([sent?.streamIdleTimeoutMs, sent?.streamFirstEventTimeoutMs]).toEqual([undefined, undefined]);
	expect(sent).not.toHaveProperty("openrouterVariant");
});
