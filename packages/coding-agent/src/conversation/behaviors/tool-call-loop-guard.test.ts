import { expect, test } from "bun:test";
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import { emptyUsage } from "@oh-my-pi/pi-ai/usage";
import type { ConversationEvent } from "../event.ts";
import { toolCallLoopGuard } from "./tool-call-loop-guard.ts";

function turn(command: string, intent?: string): ConversationEvent {
	const message: AssistantMessage = {
		role: "assistant",
		content: [{ type: "toolCall", id: "c", name: "bash", arguments: { command, a: { y: 1, x: 2 } }, intent }],
		api: "x",
		provider: "x",
		model: "x",
		usage: emptyUsage(),
		stopReason: "toolUse",
		timestamp: 0,
	};
	return { type: "turn_end", message, toolResults: [] };
}

function guarded(events: readonly ConversationEvent[]) {
	const steered: AgentMessage[] = [];
	const guard = toolCallLoopGuard({ threshold: 3 });
	const controls = { steer: (message: AgentMessage) => steered.push(message), notify: () => {}, now: () => 0 };
	for (const event of events) guard.onEvent(event, controls);
	return steered;
}

test("the same call three times in a row is answered with a redirection", () => {
	const steered = guarded([turn("ls", "one"), turn("ls", "two"), turn("ls")]);
	expect(steered).toMatchObject([{ role: "custom", customType: "tool-call-loop-redirect", display: false }]);
});

test("calls that differ are left alone, and a user's word starts the count anew", () => {
	const user = { role: "user", content: "go on", timestamp: 0 } as const;
	expect(guarded([turn("ls"), turn("pwd"), turn("ls"), turn("ls")])).toEqual([]);
	expect(guarded([turn("ls"), turn("ls"), { type: "message_end", message: user }, turn("ls")])).toEqual([]);
});
