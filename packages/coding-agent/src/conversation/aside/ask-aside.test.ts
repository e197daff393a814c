import { expect, test } from "bun:test";
import { ProviderError } from "@oh-my-pi/pi-ai/errors/provider-error";
import {
	type ScriptedAnswer,
	says,
	scriptedModel,
	scriptedModelRecord,
} from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { until } from "@oh-my-pi/pi-testkit/until";
import { askAside } from "./ask-aside.ts";

const second = { ...scriptedModelRecord, id: "second" };
const fails =
	(kind: "overloaded" | "auth", retryAfterMs?: number): ScriptedAnswer =>
	() => {
		throw new ProviderError(kind, kind, { retryAfterMs });
	};

function ask(answers: readonly ScriptedAnswer[], signal = new AbortController().signal) {
	const model = scriptedModel(answers);
	const waits: number[] = [];
	const asked: string[] = [];
	const answer = askAside(
		{
			contextFor: (asking) => {
				asked.push(asking.id);
				return { messages: [{ role: "user", content: "hm?", timestamp: 0 }] };
			},
			signal,
		},
		[scriptedModelRecord, second],
		{
			streamFn: model.streamFn,
			streamOptions: () => ({}),
			retry: { enabled: true, maxRetries: 10, baseDelayMs: 500, maxDelayMs: 300_000 },
			sleep: async (delayMs) => void waits.push(delayMs),
			random: () => 1,
		},
	);
	return { answer, waits, asked };
}

test("a transient failure is retried with the usual backoff", async () => {
	const { answer, waits, asked } = ask([fails("overloaded"), fails("overloaded"), says("Here.")]);
	expect(await answer).toBe("Here.");
	expect(waits).toEqual([500, 1000]);
	expect(asked).toEqual(["scripted", "scripted", "scripted"]);
});

test("the next candidate is asked after a permanent failure, or instead of a long wait", async () => {
	const lasting = ask([fails("auth"), says("Here.")]);
	expect(await lasting.answer).toBe("Here.");
	expect(lasting.asked).toEqual(["scripted", "second"]);
	const slow = ask([fails("overloaded", 60_000), fails("overloaded", 60_000), says("Here.")]);
	expect(await slow.answer).toBe("Here.");
	expect(slow.asked).toEqual(["scripted", "second", "second"]);
	expect(slow.waits).toEqual([60_000]);
});

test("when no candidate answers, the last error is thrown", async () => {
	await expect(ask([fails("auth"), says("  "), says(""), says("")]).answer).rejects.toThrow(
		"test/second gave an empty answer",
	);
});

test("an abort rejects at once, even if the provider hangs", async () => {
	const controller = new AbortController();
	const deaf: ScriptedAnswer = () => new Promise(() => {});
	const { answer, asked } = ask([deaf], controller.signal);
	await until(() => asked.length === 1);
	controller.abort(new Error("enough"));
	await expect(answer).rejects.toThrow("enough");
});
