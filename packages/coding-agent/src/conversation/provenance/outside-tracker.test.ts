import { expect, test } from "bun:test";
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import { fileEnvironment } from "@oh-my-pi/pi-session/log/session-environment";
import { inMemorySession } from "@oh-my-pi/pi-session/operations/create-session";
import { replyMessage } from "@oh-my-pi/pi-testkit/fakes/reply-message";
import { builtInTools } from "@oh-my-pi/pi-tools/registry";
import type { LiveContext } from "../hooks/live-context.ts";
import { OutsideTracker } from "./outside-tracker.ts";
import { trackingHook } from "./tracking-hook.ts";

const findTool = (name: string) => builtInTools.find((tool) => tool.name === name);
const page: AgentMessage[] = [
	replyMessage([{ type: "toolCall", id: "1", name: "read", arguments: { path: "https://evil.example/a" } }]),
	{ role: "toolResult", toolCallId: "1", toolName: "read", content: [], isError: false, timestamp: 0 },
];
const summary = { role: "compactionSummary", summary: "x", tokensBefore: 1, timestamp: 0 } as AgentMessage;
const prompt = { role: "user", content: "thanks, remember that", timestamp: 0 } as const;
const outside = { kind: "outside", places: ["web:evil.example"] } as const;

function tracked(messages: AgentMessage[], parent?: OutsideTracker, log?: LiveContext["log"]) {
	const tracker = new OutsideTracker({ messages: () => messages, findTool, parent });
	const hook = trackingHook("origins", tracker)({ log } as LiveContext);
	const speak = async () =>
		hook.beforePrompt?.({ message: prompt, messages, signal: new AbortController().signal } as never);
	return { tracker, hook, speak };
}

test("what was read labels what is stored for as long as the session goes on", async () => {
	const messages = [...page];
	const { tracker, hook, speak } = tracked(messages);
	expect(tracker.origin("agent")).toEqual(outside);
	await speak();
	expect(tracker.origin("agent")).toEqual(outside);
	// A compaction says in other words what was there; a rewind keeps what the model has made of it.
	messages.splice(0, messages.length, summary);
	hook.onHistoryReplaced?.(messages, "rewind");
	await speak();
	expect(tracker.origin("agent")).toEqual(outside);
	messages.splice(0);
	hook.onHistoryReplaced?.(messages, "session");
	await speak();
	expect(tracker.origin("agent")).toEqual({ kind: "agent" });
});

test("a sub-agent goes on from what its parent has read, and hands on what it reads itself", () => {
	const { tracker: parent } = tracked([...page]);
	const { tracker: child } = tracked([], parent);
	expect(child.origin("agent")).toEqual(outside);
	child.add(["mcp:jira"]);
	expect(parent.origin("user")).toEqual({ kind: "outside", places: ["mcp:jira", "web:evil.example"] });
});

test("a session that is resumed after a compaction knows from its log what was read before", async () => {
	const host = { cwd: "/w", home: "/h", env: {}, now: () => 1, newId: () => Bun.randomUUIDv7() };
	const log = inMemorySession(fileEnvironment(host, "/h/.omp/agent"), { cwd: "/w" });
	for (const message of page) log.appendMessage(message as Parameters<typeof log.appendMessage>[0]);
	const { tracker, speak } = tracked([summary], undefined, log);
	await speak();
	expect(tracker.origin("agent")).toEqual(outside);
});
