import { expect, test } from "bun:test";
import type { ConversationEvent } from "../conversation/event/event.ts";
import { tidyMemory } from "./tidy-memory.ts";

const turnEnd = { type: "turn_end" } as ConversationEvent;
const agentEnd = { type: "agent_end", messages: [] } as ConversationEvent;

function tidiedAfter(events: readonly ConversationEvent[]): number {
	let tidied = 0;
	const hook = tidyMemory(() => tidied++);
	for (const event of events) hook.onEvent(event);
	return tidied;
}

test("collects garbage once after a long run, not after a short one", () => {
	expect(tidiedAfter([turnEnd, agentEnd])).toBe(0);
	expect(tidiedAfter([...Array(60).fill(turnEnd), agentEnd, turnEnd, agentEnd])).toBe(1);
});
