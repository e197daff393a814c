import { expect, test } from "bun:test";
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import { emptyUsage } from "@oh-my-pi/pi-ai/usage";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { toolCallLoopGuardSettings } from "../../settings/sections/loop.ts";
import type { ConversationEvent } from "../event/event.ts";
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
	const live = { steer: (message: AgentMessage) => void steered.push(message), notify: () => {}, now: () => 0 };
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
