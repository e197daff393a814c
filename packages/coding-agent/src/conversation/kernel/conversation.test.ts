import { describe, expect, test } from "bun:test";
import { defineTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { ProviderError } from "@oh-my-pi/pi-ai/errors/provider-error";
import { fileEnvironment } from "@oh-my-pi/pi-session/log/session-environment";
import { inMemorySession } from "@oh-my-pi/pi-session/operations/create-session";
import {
	calls,
	type ScriptedAnswer,
	says,
	scriptedModel,
	scriptedModelRecord,
} from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { sleep } from "@oh-my-pi/pi-utils/abort";
import { toolCallLoopGuard } from "../behaviors/tool-call-loop-guard.ts";
import type { ConversationEvent } from "../event/event.ts";
import { Conversation } from "./conversation.ts";

const host = {
	cwd: "/work",
	home: "/home/ada",
	env: {},
	now: () => Date.UTC(2026, 10, 15),
	newId: () => Bun.randomUUIDv7(),
};

const noop = defineTool({
	name: "noop",
	label: "Noop",
	prompt: "",
	parameters: { type: "object", properties: {} },
	execute: async () => ({ content: "nothing happened" }),
});

function converse(answers: readonly ScriptedAnswer[], options: { model?: null; sleep?: typeof sleep } = {}) {
	const model = scriptedModel(answers);
	const log = inMemorySession(fileEnvironment(host, "/home/ada/.omp/agent"), { cwd: host.cwd });
	const conversation = new Conversation({
		host,
		log,
		streamFn: model.streamFn,
		model: options.model === null ? undefined : scriptedModelRecord,
		thinkingLevel: "off",
		systemPrompt: ["You are under test."],
		tools: [noop],
		messages: [],
		apiKey: async () => undefined,
		hooks: [(live) => toolCallLoopGuard({ threshold: 2 }, live)],
		intentTracing: false,
		steeringMode: "one-at-a-time",
		followUpMode: "one-at-a-time",
		interruptMode: "immediate",
		retry: { enabled: true, maxRetries: 2, baseDelayMs: 500, maxDelayMs: 60_000 },
		sleep: options.sleep ?? (async () => {}),
	});
	const events: ConversationEvent[] = [];
	conversation.subscribe((event) => {
		events.push(event);
	});
	return { conversation, log, events, requests: model.requests };
}

const kinds = (log: { entries(): Iterable<{ type: string; message?: { role: string }; customType?: string }> }) =>
	[...log.entries()].map((entry) => entry.message?.role ?? entry.customType ?? entry.type);

describe("conversation", () => {
	test("the log holds all messages and tool calls in order", async () => {
		const { conversation, log } = converse([calls({ name: "noop", arguments: {} }), says("Done.")]);
		await conversation.submit({ type: "prompt", text: "go" });
		await conversation.dispose();
		expect(kinds(log as never)).toEqual([
			"user",
			"assistant",
			"tool_execution_start",
			"toolResult",
			"assistant",
			"session_exit",
		]);
	});

	test("a finished turn is in the log before listeners get turn_end", async () => {
		const { conversation, log } = converse([says("Done.")]);
		const seen: number[] = [];
		conversation.subscribe((event) => {
			if (event.type === "turn_end") seen.push([...log.entries()].length);
		});
		await conversation.submit({ type: "prompt", text: "go" });
		expect(seen).toEqual([2]);
	});

	verifies("agent-loop:context:date-and-cwd-reminder", async () => {
		const { conversation, log, requests } = converse([says("Done.")]);
		await conversation.submit({ type: "prompt", text: "go" });
		expect(requests[0]?.context.messages[0]?.content).toEqual([
			{ type: "text", text: "<system-reminder>Today is 2026-11-15. The working directory is /work.</system-reminder>" },
			{ type: "text", text: "go" },
		]);
		expect(JSON.stringify([...log.entries()])).not.toContain("system-reminder");
	});

	verifies("agent-loop:steer:marked-and-noticed", async () => {
		const gate = Promise.withResolvers<void>();
		const { conversation, events, log, requests } = converse([
			async (reply) => {
				reply.appendText(0, "Working");
				await gate.promise;
			},
			says("Understood."),
		]);
		const run = conversation.submit({ type: "prompt", text: "go" });
		await until(() => events.some((event) => event.type === "message_update"));
		await conversation.submit({ type: "steer", text: "stop there" });
		gate.resolve();
		await run;
		const last = requests[1]?.context.messages.at(-1);
		expect(JSON.stringify(last)).toContain("It takes priority");
		expect(JSON.stringify(last)).toContain("stop there");
		const kept = JSON.stringify([...log.entries()]);
		expect(kept).toContain('"steering":true');
		expect(kept).not.toContain("It takes priority");
	});

	verifies("agent-loop:queue:abort-keeps", async () => {
		const { conversation, events, requests } = converse([
			async (reply, { options }) => {
				reply.appendText(0, "Working");
				await new Promise((_, reject) =>
					options.signal?.addEventListener("abort", () => reject(options.signal?.reason)),
				);
			},
			says("On it."),
			says("And that."),
		]);
		const run = conversation.submit({ type: "prompt", text: "go" });
		await until(() => events.some((event) => event.type === "message_update"));
		await conversation.submit({ type: "follow_up", text: "and then that" });
		await conversation.submit({ type: "steer", text: "and this" });
		await conversation.submit({ type: "abort" });
		await run;
		const asked = requests.map(({ context }) => JSON.stringify(context.messages.at(-1)));
		expect(asked.slice(1)).toEqual([expect.stringContaining("and this"), expect.stringContaining("and then that")]);
	});

	test("a hidden message of a hook reaches the model and the log, but is not displayed", async () => {
		const again = calls({ name: "noop", arguments: {} });
		const { conversation, log, requests } = converse([again, again, says("Stopped.")]);
		await conversation.submit({ type: "prompt", text: "go" });
		expect(JSON.stringify(requests[2]?.context.messages.at(-1))).toContain("tool_call_loop_detected");
		expect([...log.entries()].filter((entry) => entry.type === "custom_message")).toMatchObject([{ display: false }]);
	});

	const overloaded: ScriptedAnswer = () => {
		throw new ProviderError("overloaded", "529 Overloaded", { status: 529 });
	};
	const retryEvents = (events: readonly ConversationEvent[]) =>
		events.filter((event) => /^(agent_|auto_retry)/.test(event.type)).map((event) => event.type);

	verifies("agent-loop:settle:single-agent-end", async () => {
		const { conversation, events, requests, log } = converse([overloaded, says("Back.")]);
		await conversation.submit({ type: "prompt", text: "go" });
		expect(retryEvents(events)).toEqual([
			"agent_start",
			"auto_retry_start",
			"agent_start",
			"auto_retry_end",
			"agent_end",
		]);
		expect(events.find((event) => event.type === "auto_retry_end")).toEqual({
			type: "auto_retry_end",
			success: true,
			attempt: 1,
		});
		expect(requests[1]?.context.messages).toHaveLength(1);
		expect(kinds(log as never)).toEqual(["user", "assistant", "assistant"]);
	});

	test("the error is reported after the last retry", async () => {
		const { conversation, events } = converse([overloaded, overloaded, overloaded]);
		await conversation.submit({ type: "prompt", text: "go" });
		expect(events.find((event) => event.type === "auto_retry_end")).toEqual({
			type: "auto_retry_end",
			success: false,
			attempt: 2,
			finalError: "529 Overloaded",
		});
		expect(conversation.messages.at(-1)).toMatchObject({ stopReason: "error" });
	});

	test("an abort ends the backoff between two attempts", async () => {
		const { conversation, events, requests } = converse([overloaded], { sleep });
		const run = conversation.submit({ type: "prompt", text: "go" });
		await until(() => events.some((event) => event.type === "auto_retry_start"));
		await conversation.submit({ type: "abort" });
		await run;
		expect(events.find((event) => event.type === "auto_retry_end")).toMatchObject({ finalError: "Retry cancelled" });
		expect(requests).toHaveLength(1);
	});

	verifies("agent-loop:prompt:no-model", async () => {
		const { conversation } = converse([], { model: null });
		await expect(conversation.submit({ type: "prompt", text: "go" })).rejects.toThrow("No model selected.");
	});
});
