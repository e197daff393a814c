import { describe, expect, test } from "bun:test";
import { ProviderError, type ProviderErrorKind } from "@oh-my-pi/pi-ai/errors/provider-error";
import { calls, type ScriptedAnswer, says, scriptedModelRecord } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { sleep } from "@oh-my-pi/pi-utils/abort";
import type { ConversationEvent } from "../event/event.ts";
import { sessionContext } from "../history/session-context.ts";
import { type ConverseOptions, converse, eventTypes } from "../testing/converse.ts";
import { assistant, testLog, tokens, user } from "../testing/history.ts";
import type { ModelDirectory } from "./model-directory.ts";

const fails =
	(kind: ProviderErrorKind, message: string, retryAfterMs?: number): ScriptedAnswer =>
	() => {
		throw new ProviderError(kind, message, { retryAfterMs });
	};
const overloaded = fails("overloaded", "529 Overloaded");
const usedUp = fails("usage-limit", "429 usage limit reached");
const refuses: ScriptedAnswer = (reply) => reply.setStop("error", { type: "refusal", message: "I must not" });

const named = (id: string) => ({ ...scriptedModelRecord, id });
const directory = (ids: readonly string[], unusable: readonly string[] = []): ModelDirectory => ({
	find: async (selector) => {
		const id = ids.find((candidate) => selector === `test/${candidate}`);
		return id === undefined ? undefined : { model: named(id) };
	},
	isUsable: ({ id }) => !unusable.includes(id),
	roleSelector: () => undefined,
});
const chained = (
	ids: readonly string[],
	revertPolicy: "cooldown-expiry" | "never" = "cooldown-expiry",
): ConverseOptions["recovery"] => ({
	fallback: () => ({ enabled: true, chains: { default: ids.map((id) => `test/${id}`) }, revertPolicy }),
});
const falling = (ids: readonly string[], unusable: readonly string[] = []): ConverseOptions => ({
	models: directory(ids, unusable),
	recovery: chained(ids),
});
const retries = (events: readonly ConversationEvent[]) => events.filter(({ type }) => /retry/.test(type));

describe("retry", () => {
	verifies("context-management:retry:eligible", async () => {
		const kinds: ProviderErrorKind[] = ["transient", "rate-limit", "usage-limit", "overloaded", "concurrency"];
		for (const kind of kinds) {
			const { requests, prompt } = converse([fails(kind, kind), says("Back.")]);
			await prompt("go");
			expect(requests).toHaveLength(2);
		}
		for (const kind of ["invalid-request", "auth", "missing-key", "config", "strict-schema"] as const) {
			const { requests, events, prompt } = converse([fails(kind, kind)]);
			await prompt("go");
			expect(requests).toHaveLength(1);
			expect(retries(events)).toEqual([]);
		}
	});

	verifies("context-management:retry:after-a-break", async () => {
		const afterText: ScriptedAnswer = (reply) => {
			reply.appendText(0, "So far");
			reply.openToolCall(1, { id: "cut", name: "read" });
			reply.appendArguments(1, '{"path":"a');
			throw new ProviderError("transient", "The connection broke");
		};
		const afterThinking: ScriptedAnswer = (reply) => {
			reply.appendThinking(0, "Hm");
			reply.appendText(1, " \n");
			throw new ProviderError("overloaded", "529 Overloaded");
		};
		const seen = converse([afterText, says("Back.")]);
		await seen.prompt("go");
		expect(seen.requests).toHaveLength(2);
		// The half of a reply is not part of the next request, and the user is told.
		expect(JSON.stringify(seen.requests[1]?.context.messages)).not.toContain("So far");
		expect(retries(seen.events).map(({ type }) => type)).toEqual(["auto_retry_start", "auto_retry_end"]);
		const unseen = converse([afterThinking, says("Back.")]);
		await unseen.prompt("go");
		expect(unseen.requests).toHaveLength(2);
	});

	verifies("context-management:retry:backoff", async () => {
		const waits: number[] = [];
		const { prompt } = converse([overloaded, overloaded, fails("rate-limit", "429 slow", 20_000), says("Back.")], {
			maxRetries: 5,
			sleep: async (delayMs) => void waits.push(delayMs),
		});
		await prompt("go");
		const [first = 0, second = 0, third = 0] = waits;
		expect(first).toBeWithin(375, 501);
		expect(second).toBeWithin(750, 1001);
		expect(third).toBe(20_000);
	});

	verifies("context-management:retry:hint-too-long", async () => {
		const { events, requests, prompt } = converse([overloaded, fails("rate-limit", "429 slow", 90_000)]);
		await prompt("go");
		expect(events.find(({ type }) => type === "auto_retry_end")).toEqual({
			type: "auto_retry_end",
			success: false,
			attempt: 1,
			finalError:
				"Provider requested 90000ms wait, exceeds retry.maxDelayMs (60000ms). Original error: 429 slow retry-after-ms=90000",
		});
		expect(requests).toHaveLength(2);
	});

	test("a wait that is too long for the first retry already is said", async () => {
		const { events, requests, prompt } = converse([fails("rate-limit", "429 slow", 900_000)]);
		await prompt("go");
		expect(retries(events)).toEqual([
			{
				type: "auto_retry_end",
				success: false,
				attempt: 1,
				finalError:
					"Provider requested 900000ms wait, exceeds retry.maxDelayMs (60000ms). Original error: 429 slow retry-after-ms=900000",
			},
		]);
		expect(requests).toHaveLength(1);
	});

	test("only this layer retries: the transport sends each request once", async () => {
		const { requests, prompt } = converse([overloaded, overloaded, overloaded]);
		await prompt("go");
		expect(requests.map(({ options }) => options.maxRetries)).toEqual([0, 0, 0]);
		const once = converse([overloaded], { maxRetries: 0 });
		await once.prompt("go");
		expect(once.requests).toHaveLength(1);
	});

	verifies("context-management:retry:exhausted", async () => {
		const { events, conversation, prompt } = converse([overloaded, overloaded, overloaded]);
		await prompt("go");
		expect(eventTypes(events, /retry|agent_/)).toEqual([
			"agent_start",
			"auto_retry_start",
			"agent_start",
			"auto_retry_start",
			"agent_start",
			"auto_retry_end",
			"agent_end",
		]);
		expect(events.find(({ type }) => type === "auto_retry_end")).toMatchObject({
			success: false,
			attempt: 2,
			finalError: "529 Overloaded",
		});
		expect(conversation.messages.at(-1)).toMatchObject({ stopReason: "error" });
	});

	verifies("context-management:retry:cancel", async () => {
		const { conversation, events, requests, prompt } = converse([overloaded], { sleep });
		const run = prompt("go");
		await until(() => conversation.isRetrying);
		await conversation.submit({ type: "abort_retry" });
		await run;
		expect(events.find(({ type }) => type === "auto_retry_end")).toMatchObject({
			success: false,
			finalError: "Retry cancelled",
		});
		expect(requests).toHaveLength(1);
	});

	verifies("agent-loop:retry:events", async () => {
		const { events, prompt } = converse([overloaded, says("Back.")], { maxRetries: 4 });
		await prompt("go");
		expect(retries(events)).toEqual([
			{
				type: "auto_retry_start",
				attempt: 1,
				maxAttempts: 4,
				delayMs: expect.any(Number),
				errorMessage: "529 Overloaded",
				errorId: 0x21000,
			},
			{ type: "auto_retry_end", success: true, attempt: 1 },
		]);
	});

	verifies("agent-loop:retry:failed-message-superseded", async () => {
		const { log, conversation, requests, prompt } = converse([overloaded, says("Back.")]);
		await prompt("go");
		expect(conversation.messages).toMatchObject([{ role: "user" }, { stopReason: "stop" }]);
		expect(requests[1]?.context.messages).toHaveLength(1);
		const [asked, failed, answered] = [...log.entries()];
		expect(failed).toMatchObject({ parentId: asked?.id, message: { stopReason: "error" } });
		expect(answered).toMatchObject({ parentId: asked?.id, message: { stopReason: "stop" } });
	});

	verifies("agent-loop:retry:thinking-loop", async () => {
		const circles: ScriptedAnswer = (reply) => {
			reply.appendThinking(0, "Hm. Hm. Hm.");
			throw new ProviderError("thinking-loop", "The model's thinking went in circles (repeats) and was stopped");
		};
		const { log, conversation, requests, prompt } = converse([circles, says("Right.")]);
		await prompt("go");
		expect(requests[1]?.context.messages.at(-1)).toMatchObject({ role: "developer" });
		expect(conversation.messages[1]).toMatchObject({ customType: "thinking-loop-redirect", display: false });
		expect<unknown>(sessionContext(log).messages).toEqual([...conversation.messages]);
	});

	verifies("agent-loop:abort:cancels-pending-recovery", async () => {
		const { conversation, events, requests, prompt } = converse([overloaded], { sleep });
		const run = prompt("go");
		await until(() => conversation.isRetrying);
		await conversation.submit({ type: "abort" });
		await run;
		expect(eventTypes(events, /retry|agent_/)).toEqual([
			"agent_start",
			"auto_retry_start",
			"auto_retry_end",
			"agent_end",
		]);
		expect(requests).toHaveLength(1);
		const log = testLog();
		for (const message of [user("Do X"), assistant(tokens(300)), user("And Y"), assistant(tokens(300))]) {
			log.appendMessage(message);
		}
		const busy = converse([() => new Promise(() => {})], {
			log,
			summarizer: () => new Promise(() => {}),
			compaction: { keepRecentTokens: 100 },
		});
		for (const recovery of [() => busy.conversation.compact(), () => busy.conversation.handoff()]) {
			const pending = recovery();
			await until(() => busy.summaryRequests.length + busy.requests.length > 0);
			await busy.conversation.submit({ type: "abort" });
			await expect(pending).rejects.toThrow(/Interrupted|cancelled/);
		}
		expect(busy.conversation.messages).toHaveLength(4);
	});

	verifies("context-management:retry:refusal", async () => {
		const alone = converse([refuses]);
		await alone.prompt("go");
		expect(alone.requests).toHaveLength(1);
		const other = converse([refuses, says("I may.")], falling(["second"]));
		await other.prompt("go");
		expect(other.conversation.model?.id).toBe("second");
		expect(other.conversation.messages.at(-1)).toMatchObject({ stopReason: "stop", model: "second" });
	});

	verifies("context-management:retry:credential-switch", async () => {
		const waits: number[] = [];
		const limits: unknown[] = [];
		const answers = [{ switched: true }, { switched: false, freeInMs: 5000 }];
		const { requests, prompt } = converse([usedUp, usedUp, says("Back.")], {
			sleep: async (delayMs) => void waits.push(delayMs),
			recovery: {
				switchCredential: async (model, limit) => {
					limits.push([model.id, limit]);
					return answers[limits.length - 1] ?? { switched: false };
				},
			},
		});
		await prompt("go");
		expect(limits).toEqual([
			["scripted", {}],
			["scripted", {}],
		]);
		expect(waits).toEqual([0, 5000]);
		expect(requests).toHaveLength(3);
	});

	verifies("context-management:retry:stale-replay", async () => {
		const waits: number[] = [];
		const states: unknown[] = [];
		const stale: ScriptedAnswer = (_reply, { options }) => {
			options.providerSessionState?.set("chain", "resp_1");
			throw new ProviderError("stale-replay", "400 Previous response with id 'resp_1' not found", { status: 400 });
		};
		const { prompt } = converse(
			[
				stale,
				(reply, { options }) => {
					states.push([...(options.providerSessionState ?? [])]);
					reply.appendText(0, "Back.");
				},
			],
			{ sleep: async (delayMs) => void waits.push(delayMs) },
		);
		await prompt("go");
		expect(waits).toEqual([0]);
		expect(states).toEqual([[]]);
	});

	verifies("context-management:invariant:no-tool-rerun", async () => {
		const { log, conversation, requests, prompt } = converse([
			calls({ name: "read", arguments: { path: "a" } }),
			overloaded,
			says("Done."),
		]);
		await prompt("go");
		const results = [...log.entries()].filter(
			(entry) => entry.type === "message" && entry.message.role === "toolResult",
		);
		expect(results).toHaveLength(1);
		expect(requests[2]?.context.messages.map(({ role }) => role)).toEqual(["user", "assistant", "toolResult"]);
		expect<unknown>(sessionContext(log).messages).toEqual([...conversation.messages]);
	});

	test("a reply that failed after thinking is not in the context rebuilt from the log", async () => {
		const afterThinking: ScriptedAnswer = (reply) => {
			reply.appendThinking(0, "Hm");
			throw new ProviderError("overloaded", "529 Overloaded");
		};
		const { log, conversation, prompt } = converse([afterThinking, says("Back.")]);
		await prompt("go");
		expect<unknown>(sessionContext(log).messages).toEqual([...conversation.messages]);
		expect([...log.entries()]).toHaveLength(3);
	});
});

describe("fallback", () => {
	verifies("context-management:fallback:chain-lookup", async () => {
		const { conversation, events, prompt } = converse([usedUp, usedUp, says("Third.")], {
			...falling(["unusable", "second", "third"], ["unusable"]),
		});
		await prompt("go");
		expect(conversation.model?.id).toBe("third");
		expect(events.filter(({ type }) => type.startsWith("retry_fallback"))).toEqual([
			{ type: "retry_fallback_applied", from: "test/scripted", to: "test/second", role: "default" },
			{ type: "retry_fallback_applied", from: "test/second", to: "test/third", role: "default" },
			{ type: "retry_fallback_succeeded", model: "test/third", role: "default" },
		]);
	});

	verifies("context-management:fallback:temporary", async () => {
		let now = 1_000_000;
		const { conversation, log, events, prompt } = converse(
			[usedUp, says("Second."), says("Still second."), says("Primary.")],
			{ now: () => now, ...falling(["second"]) },
		);
		await prompt("one");
		expect(eventTypes(events, /retry|agent_|model_/)).toEqual([
			"agent_start",
			"auto_retry_start",
			"model_changed",
			"retry_fallback_applied",
			"agent_start",
			"auto_retry_end",
			"retry_fallback_succeeded",
			"agent_end",
		]);
		expect(log.context().models).toMatchObject({ temporary: "test/second" });
		now += 29 * 60_000;
		await prompt("two");
		expect(conversation.model?.id).toBe("second");
		now += 2 * 60_000;
		await prompt("three");
		expect(conversation.model?.id).toBe("scripted");
		expect(conversation.messages.at(-1)).toMatchObject({ model: "scripted" });
	});

	test("with revertPolicy never the fallback model stays", async () => {
		let now = 1_000_000;
		const { conversation, prompt } = converse([usedUp, says("Second."), says("Still second.")], {
			now: () => now,
			...falling(["second"]),
			recovery: chained(["second"], "never"),
		});
		await prompt("one");
		now += 60 * 60_000;
		await prompt("two");
		expect(conversation.model?.id).toBe("second");
	});

	test("a model that the user has chosen meanwhile is not reverted", async () => {
		let now = 1_000_000;
		const { conversation, prompt } = converse([usedUp, says("Second."), says("Mine.")], {
			now: () => now,
			...falling(["second"]),
		});
		await prompt("one");
		await conversation.submit({ type: "set_model", model: named("mine") });
		now += 60 * 60_000;
		await prompt("two");
		expect(conversation.model?.id).toBe("mine");
	});

	test("a fallback model gets a full retry budget", async () => {
		const { conversation, requests, prompt } = converse(
			[overloaded, overloaded, overloaded, overloaded, says("Second.")],
			falling(["second"]),
		);
		await prompt("go");
		expect(requests).toHaveLength(5);
		expect(conversation.messages.at(-1)).toMatchObject({ model: "second", stopReason: "stop" });
	});
});

test("an abort during a retry resets the count", async () => {
	const { conversation, events, prompt } = converse([
		overloaded,
		async (reply, { options }) => {
			reply.appendText(0, "Working");
			await new Promise((_, reject) => options.signal?.addEventListener("abort", () => reject(new Error("stop"))));
		},
	]);
	const run = prompt("go");
	await until(() => events.some(({ type }) => type === "message_update"));
	await conversation.submit({ type: "abort" });
	await run;
	expect(retries(events).at(-1)).toEqual({
		type: "auto_retry_end",
		success: false,
		attempt: 1,
		finalError: "Retry cancelled",
	});
});
