import { expect, test } from "bun:test";
import { calls, says, scriptedModelRecord } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { scriptedConversation } from "../testing/scripted-conversation.ts";

const named = (name: string) => ({ type: "tool" as const, name });
const noop = calls({ name: "noop", arguments: {} });

verifies("agent-loop:tool-choice:one-directive-per-request", async () => {
	const { conversation, requests } = scriptedConversation([noop, noop, says("Done.")]);
	const heard: string[] = [];
	const { toolChoice } = conversation;
	toolChoice.pushOnce("required", { onInvoked: (call) => heard.push(`late ${call.name}`) });
	toolChoice.pushOnce(named("noop"), {
		now: true,
		onInvoked: () => heard.push("early"),
		onResolved: () => heard.push("ran"),
	});
	await conversation.submit({ type: "prompt", text: "go" });
	expect(requests.map(({ options }) => options.toolChoice)).toEqual([named("noop"), "required", undefined]);
	expect(heard).toEqual(["early", "ran", "late noop"]);
});

verifies("agent-loop:tool-choice:rejected-requeue", async () => {
	const { conversation, requests } = scriptedConversation([says("No."), says("Still no."), says("And no.")]);
	const reasons: string[] = [];
	conversation.toolChoice.pushOnce(named("noop"), {
		onRejected(reason) {
			reasons.push(reason);
			return reasons.length < 2 ? "requeue" : "drop";
		},
	});
	for (const text of ["a", "b", "c"]) await conversation.submit({ type: "prompt", text });
	expect(requests.map(({ options }) => options.toolChoice)).toEqual([named("noop"), named("noop"), undefined]);
	expect(reasons).toEqual(["ignored", "ignored"]);
});

test("a run that fails or is aborted rejects its directive", async () => {
	const { conversation } = scriptedConversation([
		() => {
			throw new Error("boom");
		},
	]);
	const reasons: string[] = [];
	conversation.toolChoice.pushOnce("any", {
		onRejected(reason) {
			reasons.push(reason);
			return "drop";
		},
	});
	await conversation.submit({ type: "prompt", text: "go" });
	expect(reasons).toEqual(["failed"]);
});

verifies("agent-loop:tool-choice:soft-requirement", async () => {
	const unforced = { ...scriptedModelRecord, compat: { supportsForcedToolChoice: false } };
	const other = calls({ name: "noop", arguments: {} });
	const { conversation, requests } = scriptedConversation([other, other, other, other, says("Done.")], {
		model: unforced,
	});
	conversation.toolChoice.pushOnce(named("wanted"));
	await conversation.submit({ type: "prompt", text: "go" });
	const reminded = requests.map(({ context }) => JSON.stringify(context.messages.at(-1)).includes("the tool wanted"));
	expect(requests.map(({ options }) => options.toolChoice)).toEqual(Array(5).fill(undefined));
	expect(reminded).toEqual([true, true, true, false, false]);
	const results = conversation.messages.flatMap((message) =>
		message.role === "toolResult" ? [message.content.map((block) => (block.type === "text" ? block.text : ""))[0]] : [],
	);
	const refused = "Not run: call wanted first. Make this call again afterwards if it is still needed.";
	expect(results).toEqual([refused, refused, "nothing happened", "nothing happened"]);
	expect(JSON.stringify(conversation.messages)).not.toContain("Your next step must be");
});

test("a tool can read the directive that asked for it", async () => {
	const seen: unknown[] = [];
	const { conversation } = scriptedConversation([noop, says("Done.")]);
	conversation.subscribe((event) => {
		if (event.type === "tool_execution_start") seen.push(conversation.toolChoice.peekQueueInvoker()?.label);
		if (event.type === "agent_end") seen.push(conversation.toolChoice.peekQueueInvoker()?.label);
	});
	conversation.toolChoice.pushOnce(named("noop"), { label: "preview" });
	await conversation.submit({ type: "prompt", text: "go" });
	expect(seen).toEqual(["preview", undefined]);
});
