import { expect, test } from "bun:test";
import { ProviderError } from "@oh-my-pi/pi-ai/errors/provider-error";
import type { BashExecutionMessage, CustomMessage } from "@oh-my-pi/pi-session/entry/message";
import { type ScriptedAnswer, says } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { sleep } from "@oh-my-pi/pi-utils/abort";
import { scriptedConversation } from "../testing/scripted-conversation.ts";

const forever: ScriptedAnswer = async (reply, { options }) => {
	reply.appendText(0, "Working");
	await new Promise((_, reject) => options.signal?.addEventListener("abort", () => reject(options.signal?.reason)));
};
const failing = (message: string): ScriptedAnswer => {
	return () => {
		throw new ProviderError("invalid-request", message, { status: 400 });
	};
};
const overloaded: ScriptedAnswer = () => {
	throw new ProviderError("overloaded", "529 Overloaded", { status: 529 });
};

test("abort_and_prompt: the end of the aborted run is not emitted", async () => {
	const { conversation, events, requests } = scriptedConversation([forever, says("Instead.")]);
	const first = conversation.submit({ type: "prompt", text: "go" });
	await until(() => events.some(({ type }) => type === "message_update"));
	await conversation.submit({ type: "abort_and_prompt", text: "this instead" });
	await first;
	expect(events.filter(({ type }) => type === "agent_start" || type === "agent_end").map(({ type }) => type)).toEqual([
		"agent_start",
		"agent_start",
		"agent_end",
	]);
	expect(JSON.stringify(requests[1]?.context.messages.at(-1))).toContain("this instead");
});

test("abort_and_prompt also ends the backoff between two attempts", async () => {
	const { conversation, events, requests } = scriptedConversation([overloaded, says("Instead.")], { sleep });
	const first = conversation.submit({ type: "prompt", text: "go" });
	await until(() => events.some(({ type }) => type === "auto_retry_start"));
	await conversation.submit({ type: "abort_and_prompt", text: "this instead" });
	await first;
	expect(requests).toHaveLength(2);
	expect(events.filter(({ type }) => type === "agent_end")).toHaveLength(1);
});

verifies("agent-loop:session:retry-last-turn", async () => {
	const { conversation, requests } = scriptedConversation([failing("400 no"), says("Now."), says("Never.")]);
	await expect(conversation.submit({ type: "retry" })).rejects.toThrow("Nothing to retry");
	await conversation.submit({ type: "prompt", text: "go" });
	await conversation.submit({ type: "retry" });
	expect(requests[1]?.context.messages).toEqual(requests[0]?.context.messages ?? []);
	expect(conversation.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
	await expect(conversation.submit({ type: "retry" })).rejects.toThrow("Nothing to retry");
});

test("retries can be turned off and on", async () => {
	const { conversation, requests } = scriptedConversation([overloaded, overloaded, says("Back.")]);
	await conversation.submit({ type: "set_auto_retry", enabled: false });
	await conversation.submit({ type: "prompt", text: "go" });
	expect(requests).toHaveLength(1);
	await conversation.submit({ type: "set_auto_retry", enabled: true });
	await conversation.submit({ type: "prompt", text: "again" });
	expect(requests).toHaveLength(3);
});

verifies("agent-loop:prompt:pending-shell-results", async () => {
	const ran = (command: string): BashExecutionMessage => ({
		role: "bashExecution",
		command,
		output: "out",
		exitCode: 0,
		cancelled: false,
		truncated: false,
		timestamp: 0,
	});
	const { conversation, events, requests } = scriptedConversation([forever, says("Seen.")]);
	conversation.note(ran("before"));
	const run = conversation.submit({ type: "prompt", text: "go" });
	await until(() => events.some(({ type }) => type === "message_update"));
	conversation.note(ran("meanwhile"));
	expect(JSON.stringify(conversation.messages)).not.toContain("meanwhile");
	await conversation.submit({ type: "abort" });
	await run;
	await conversation.submit({ type: "prompt", text: "next" });
	const sent = requests.map(({ context }) => JSON.stringify(context.messages));
	expect(sent[0]).toContain("Ran `before`");
	expect(sent[1]?.indexOf("Ran `meanwhile`")).toBeLessThan(sent[1]?.indexOf("next") ?? 0);
	expect(events.some((event) => event.type === "message_end" && event.message.role === "bashExecution")).toBe(false);
	expect(
		[...conversation.log.entries()].flatMap((entry) => (entry.type === "message" ? [entry.message.role] : [])),
	).toEqual(["bashExecution", "user", "assistant", "bashExecution", "user", "assistant"]);
});

test("queue modes can be changed, and the queue cleared", async () => {
	const { conversation, events, requests } = scriptedConversation([forever, says("Never.")]);
	await conversation.submit({ type: "set_steering_mode", mode: "all" });
	await conversation.submit({ type: "set_follow_up_mode", mode: "all" });
	await conversation.submit({ type: "set_interrupt_mode", mode: "wait" });
	expect(conversation.queue.modes).toEqual({ steeringMode: "all", followUpMode: "all", interruptMode: "wait" });
	const run = conversation.submit({ type: "prompt", text: "go" });
	await until(() => events.some(({ type }) => type === "message_update"));
	await conversation.submit({ type: "steer", text: "a" });
	await conversation.submit({ type: "clear_queue" });
	await conversation.submit({ type: "abort" });
	await run;
	expect(requests).toHaveLength(1);
});

const hidden = (content: string): CustomMessage => ({
	role: "custom",
	customType: "test",
	content,
	display: false,
	timestamp: 0,
});

verifies("agent-loop:queue:next-turn", async () => {
	const { conversation, requests } = scriptedConversation([says("One."), says("Two.")]);
	await conversation.submit({ type: "send", message: hidden("by the way"), as: "next_turn" });
	expect(conversation.messages).toEqual([]);
	await conversation.submit({ type: "prompt", text: "go" });
	await conversation.submit({ type: "prompt", text: "on" });
	expect(conversation.messages.map(({ role }) => role)).toEqual(["custom", "user", "assistant", "user", "assistant"]);
	expect(JSON.stringify(requests[0]?.context.messages)).toContain("by the way");
});

test("a message of an extension is added to the history, starts a run, or is queued in one", async () => {
	const { conversation, events, requests } = scriptedConversation([says("Heard."), forever, says("Steered.")]);
	await conversation.submit({ type: "send", message: hidden("noted") });
	expect(requests).toHaveLength(0);
	expect(events.map(({ type }) => type)).toEqual(["message_start", "message_end"]);
	await conversation.submit({ type: "send", message: hidden("act"), triggerTurn: true });
	expect(requests).toHaveLength(1);
	const run = conversation.submit({ type: "prompt", text: "go" });
	await until(() => requests.length === 2);
	await conversation.submit({ type: "send", message: hidden("look here"), as: "steer" });
	await conversation.submit({ type: "abort" });
	await run;
	expect(JSON.stringify(requests[2]?.context.messages.at(-1))).toContain("look here");
});

const jobDone = { type: "send", message: hidden("done"), as: "aside", triggerTurn: "unless_interrupted" } as const;

test("a message that must not start a run after an abort waits for the next prompt, unless it is stale by then", async () => {
	const { conversation, requests } = scriptedConversation([forever, says("Heard.")]);
	const run = conversation.submit({ type: "prompt", text: "go" });
	await until(() => requests.length === 1);
	const waiting = { type: "send", as: "steer", triggerTurn: "unless_interrupted" } as const;
	await conversation.submit({ ...waiting, message: hidden("look here") });
	await conversation.submit({ ...waiting, message: hidden("never mind"), isStale: () => true });
	await conversation.submit({ type: "abort" });
	await run;
	expect(requests).toHaveLength(1);
	await conversation.submit({ type: "prompt", text: "next" });
	expect(requests).toHaveLength(2);
	const sent = JSON.stringify(requests[1]?.context.messages);
	expect(sent).toContain("look here");
	expect(sent).not.toContain("never mind");
});

test("a job result that arrives after dispose starts no run", async () => {
	const { conversation, requests } = scriptedConversation([says("One."), says("Two.")]);
	await conversation.submit({ type: "prompt", text: "go" });
	await conversation.dispose();
	await conversation.submit(jobDone);
	expect([requests.length, conversation.messages.length]).toEqual([1, 2]);
});

test("idle waits for a run that a late job result has started", async () => {
	const { conversation, requests } = scriptedConversation([says("One."), says("Two.")]);
	let wasStreaming: Promise<boolean> | undefined;
	conversation.subscribe(async (event) => {
		if (event.type === "agent_start") wasStreaming ??= conversation.idle().then(() => conversation.isStreaming);
		if (event.type === "agent_end" && requests.length === 1) await conversation.submit(jobDone);
	});
	await conversation.submit({ type: "prompt", text: "go" });
	expect([await wasStreaming, requests.length]).toEqual([false, 2]);
});

verifies("agent-loop:steer:idle-starts-run", async () => {
	const { conversation, requests } = scriptedConversation([says("One."), says("Two.")]);
	await conversation.submit({ type: "steer", text: "first" });
	await conversation.submit({ type: "follow_up", text: "second" });
	expect(requests.map(({ context }) => JSON.stringify(context.messages.at(-1)))).toEqual([
		expect.stringContaining("first"),
		expect.stringContaining("second"),
	]);
});

verifies("agent-loop:prompt:streaming-needs-behavior", async () => {
	const { conversation, requests } = scriptedConversation([forever]);
	const run = conversation.submit({ type: "prompt", text: "go" });
	await until(() => requests.length === 1);
	await expect(conversation.submit({ type: "prompt", text: "me too" })).rejects.toThrow(
		"Agent is already processing. Use steer() or followUp() to queue messages, or wait for completion.",
	);
	await conversation.submit({ type: "abort" });
	await run;
});

verifies("agent-loop:prompt:resolves-when-settled", async () => {
	const { conversation, events, requests } = scriptedConversation([overloaded, overloaded, says("Back.")]);
	await conversation.submit({ type: "prompt", text: "go" });
	expect(requests).toHaveLength(3);
	expect(events.at(-1)).toMatchObject({ type: "agent_end", isTerminal: true });
	expect(conversation.isStreaming).toBe(false);
});

verifies("agent-loop:session:dispose-once", async () => {
	const { conversation, requests } = scriptedConversation([says("One."), forever]);
	await conversation.submit({ type: "prompt", text: "first" });
	const run = conversation.submit({ type: "prompt", text: "second" });
	await until(() => requests.length === 2);
	await Promise.all([conversation.dispose("sigterm", "signal"), conversation.dispose(), run]);
	await conversation.dispose();
	const exits = [...conversation.log.entries()].filter(
		(entry) => entry.type === "custom" && entry.customType === "session_exit",
	);
	expect(exits).toMatchObject([{ data: { reason: "sigterm", kind: "signal" } }]);
});

verifies("agent-loop:abort:empty-message-left-out", async () => {
	const silent: ScriptedAnswer = (_reply, { options }) =>
		new Promise((_, reject) => options.signal?.addEventListener("abort", () => reject(options.signal?.reason)));
	const { conversation, requests } = scriptedConversation([silent, says("Now.")]);
	const run = conversation.submit({ type: "prompt", text: "go" });
	await until(() => requests.length === 1);
	await conversation.submit({ type: "abort" });
	await run;
	expect(conversation.messages.at(-1)).toMatchObject({ role: "assistant", content: [], stopReason: "aborted" });
	await conversation.submit({ type: "prompt", text: "again" });
	expect(requests[1]?.context.messages.map(({ role }) => role)).toEqual(["user", "user"]);
});

test("only so many messages wait", async () => {
	const { conversation, events } = scriptedConversation([forever, says("Never.")]);
	const run = conversation.submit({ type: "prompt", text: "go" });
	await until(() => events.some(({ type }) => type === "message_update"));
	for (let count = 0; count < 200; count++) await conversation.submit({ type: "follow_up", text: `then ${count}` });
	const more = () => conversation.submit({ type: "steer", text: "one more" });
	await expect(more()).rejects.toThrow("200 messages wait already; this one was not added");
	await conversation.submit({ type: "abort" });
	await run;
});

/** A conversation whose `agent_end` is still being handled, as by a slow extension. */
async function ending(answers: readonly ScriptedAnswer[]) {
	const made = scriptedConversation([says("One."), ...answers]);
	const { conversation } = made;
	const handled = Promise.withResolvers<void>();
	const isEnding = Promise.withResolvers<void>();
	const unsubscribe = conversation.subscribe(async (event) => {
		if (event.type !== "agent_end") return;
		unsubscribe();
		isEnding.resolve();
		await handled.promise;
	});
	const first = conversation.submit({ type: "prompt", text: "go" });
	await isEnding.promise;
	return { ...made, first, handle: () => handled.resolve() };
}

for (const type of ["steer", "follow_up", "abort_and_prompt"] as const) {
	test(`${type}: what is sent while the end of a run is still handled starts the next one`, async () => {
		const { conversation, requests, first, handle } = await ending([says("Two.")]);
		const sent = conversation.submit({ type, text: "and this" });
		await Bun.sleep(1);
		handle();
		await Promise.all([first, sent]);
		await conversation.idle();
		expect(requests).toHaveLength(2);
		expect(JSON.stringify(requests[1]?.context.messages.at(-1))).toContain("and this");
	});
}

test("a compaction that is asked for while the end of a run is still handled is made", async () => {
	const { conversation, first, handle } = await ending([]);
	const compacted = conversation.compact().then(
		() => "made",
		(error: Error) => error.message,
	);
	await Bun.sleep(1);
	handle();
	await first;
	// The only turn is too recent to be summarized.
	expect(await compacted).toBe("Nothing to compact (session too small)");
});
