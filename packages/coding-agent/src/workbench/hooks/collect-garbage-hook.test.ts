import { expect, test } from "bun:test";
import type { ConversationEvent } from "../../conversation/event/event.ts";
import { collectGarbageHook } from "./collect-garbage-hook.ts";

const turnEnd = (totalTokens = 10) => ({ type: "turn_end", message: { usage: { totalTokens } } }) as ConversationEvent;
const agentEnd = { type: "agent_end", messages: [] } as ConversationEvent;

function collectedAfter(events: readonly ConversationEvent[]): string[] {
	const collected: string[] = [];
	const hook = collectGarbageHook({ young: () => collected.push("young"), all: () => collected.push("all") });
	for (const event of events) hook.onEvent(event);
	return collected;
}

test("tidy memory: collects after a long run, once, and not after a short one", () => {
	expect(collectedAfter([turnEnd(), agentEnd])).toEqual([]);
	expect(collectedAfter([...Array(60).fill(turnEnd()), agentEnd, turnEnd(), agentEnd])).toEqual(["all"]);
});

test("tidy memory: large requests are collected sooner", () => {
	const prompt = [turnEnd(30_000), turnEnd(30_000), agentEnd];
	expect(collectedAfter(prompt)).toEqual(["young"]);
	expect(collectedAfter(Array(18).fill(prompt).flat())).toEqual([...Array(16).fill("young"), "all", "young"]);
});
