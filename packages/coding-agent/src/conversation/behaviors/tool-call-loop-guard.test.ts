import { describe, expect, test } from "bun:test";
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import { emptyUsage } from "@oh-my-pi/pi-ai/reply/usage";
import { calls, says } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { toolCallLoopGuardSettings } from "../../settings/sections/agent/loop.ts";
import type { ConversationEvent } from "../event/event.ts";
import type { HookFactory } from "../kernel/conversation-options.ts";
import { converse } from "../testing/converse.ts";
import { toolCallLoopGuard } from "./tool-call-loop-guard.ts";

function turn(command: string, intent?: string): ConversationEvent {
	const message: AssistantMessage = {
		role: "assistant",
		content: [
			{ type: "toolCall", id: "c", name: "bash", arguments: { command, a: { y: 1, x: 2 } }, ...(intent && { intent }) },
		],
		api: "x",
		provider: "x",
		model: "x",
		usage: emptyUsage(),
		stopReason: "toolUse",
		timestamp: 0,
	};
	return { type: "turn_end", message, toolResults: [] };
}

function guarded(events: readonly ConversationEvent[], threshold = 3, exemptTools: readonly string[] = []) {
	const steered: AgentMessage[] = [];
	const live = {
		steer: (message: AgentMessage) => void steered.push(message),
		notify: () => {},
		stopRun: () => {},
		now: () => 0,
	};
	const guard = toolCallLoopGuard({ threshold, exemptTools }, live);
	for (const event of events) guard.onEvent(event);
	return steered;
}

verifies("ai-streaming:guard:tool-call-loop", () => {
	const intents = ["one", "two", undefined, "four", "five"];
	const five = intents.map((intent) => turn("ls", intent));
	const threshold = toolCallLoopGuardSettings.threshold.default;
	expect(guarded(five.slice(1), threshold)).toEqual([]);
	const [redirect, ...others] = guarded(five, threshold);
	expect(others).toEqual([]);
	expect(redirect).toMatchObject({
		role: "custom",
		customType: "tool-call-loop-redirect",
		content: expect.stringMatching(/^<system-interrupt reason="tool_call_loop_detected">/),
		display: false,
	});
});

test("different calls do not count, and a user message resets the count", () => {
	const user = { role: "user", content: "go on", timestamp: 0 } as const;
	expect(guarded([turn("ls"), turn("pwd"), turn("ls"), turn("ls")])).toEqual([]);
	expect(guarded([turn("ls"), turn("ls"), { type: "message_end", message: user }, turn("ls")])).toEqual([]);
});

test("tool call loop guard: exempt tools may repeat a call", () => {
	const calls = [turn("ls"), turn("ls"), turn("ls")];
	expect([guarded(calls).length, guarded(calls, 3, ["bash"]).length]).toEqual([1, 0]);
});

describe("a model that repeats the same failing call", () => {
	const guard: HookFactory = (live) => toolCallLoopGuard({ threshold: 5 }, live);
	const missing = () => calls({ name: "nosuchtool", arguments: { path: "x" } });

	test("is stopped after the fifth one, with a notice", async () => {
		const answers = Array.from({ length: 20 }, missing);
		const { conversation, events, requests, prompt } = converse(answers, { hooks: [guard] });
		await prompt("go");
		expect(requests).toHaveLength(5);
		const message = "Stopped: the same nosuchtool call failed 5 times in a row";
		expect(events).toContainEqual(expect.objectContaining({ type: "notice", level: "warning", message }));
		expect(conversation.messages.at(-1)).toMatchObject({ stopReason: "aborted", errorMessage: message });
	});

	test("may go on when another call comes between", async () => {
		const between = () => calls({ name: "read", arguments: { path: "y" } });
		const answers = [missing, missing, missing, missing, between, missing, () => says("Done.")].map((make) => make());
		const { events, requests, prompt } = converse(answers, { hooks: [guard] });
		await prompt("go");
		expect(requests).toHaveLength(7);
		expect(events.some(({ type }) => type === "notice")).toBe(false);
	});

	test("restarts the count with the next prompt", async () => {
		const answers = [missing, missing, missing, () => says("No."), missing, missing, () => says("No.")];
		const { requests, prompt } = converse(
			answers.map((make) => make()),
			{ hooks: [guard] },
		);
		await prompt("go");
		await prompt("again");
		expect(requests).toHaveLength(7);
	});
});
