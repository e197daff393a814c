import { describe, expect, test } from "bun:test";
import { defineTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { calls, type ScriptedAnswer, says } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { checkpointTool } from "@oh-my-pi/pi-tools/checkpoint/checkpoint";
import { rewindTool } from "@oh-my-pi/pi-tools/checkpoint/rewind";
import type { Conversation } from "../kernel/conversation.ts";
import { testHost, testLog } from "../testing/history.ts";
import { productHooks } from "../testing/product-hooks.ts";
import { scriptedConversation } from "../testing/scripted-conversation.ts";
import { openCheckpoint } from "./open-checkpoint.ts";

const look = defineTool({
	name: "look",
	label: "Look",
	prompt: "",
	parameters: { type: "object", properties: {} },
	execute: async () => ({ content: "a very long listing" }),
});

function exploring(answers: readonly ScriptedAnswer[], log = testLog()) {
	let conversation: Conversation | undefined;
	const ports = { open: () => conversation && openCheckpoint(conversation.log.path()), now: testHost.now };
	const tools = [look, checkpointTool(ports), rewindTool(ports)];
	const talk = scriptedConversation(answers, { ...productHooks({ tools }), log });
	conversation = talk.conversation;
	return { ...talk, log };
}

const mark = calls({ name: "checkpoint", arguments: { goal: "why it fails" } });
const rewind = calls({ name: "rewind", arguments: { report: "It is the cache." } });
const looks = calls({ name: "look", arguments: {} });
const roles = (messages: ReadonlyArray<{ role: string; customType?: string }>) =>
	messages.map(({ role, customType }) => customType ?? role);

describe("checkpoint and rewind", () => {
	verifies("tools-agent:checkpoint:rewind", async () => {
		const { conversation, requests, log } = exploring([mark, looks, looks, rewind, says("Fixed.")]);
		await conversation.submit({ type: "prompt", text: "find out" });
		expect(roles(conversation.messages as never)).toEqual([
			"user",
			"assistant",
			"toolResult",
			"branchSummary",
			"rewind-report",
			"assistant",
		]);
		const last = JSON.stringify(requests.at(-1)?.context.messages);
		expect(last).toContain("It is the cache.");
		expect(last).not.toContain("a very long listing");
		// The log keeps everything, and resuming from it gives the same context.
		expect(JSON.stringify([...log.entries()])).toContain("a very long listing");
		expect(roles(log.context().messages as never)).toEqual(roles(conversation.messages as never));
		const report = [...log.entries()].find(
			(entry) => entry.type === "custom_message" && entry.customType === "rewind-report",
		);
		expect(report).toMatchObject({
			display: false,
			details: { startedAt: "2026-11-15T00:00:00.000Z", rewoundAt: "2026-11-15T00:00:00.000Z" },
		});
		expect(openCheckpoint(log.path())).toBeUndefined();
	});

	test("the model is told that a checkpoint is open", async () => {
		const { conversation, requests } = exploring([mark, rewind, says("Fixed.")]);
		await conversation.submit({ type: "prompt", text: "find out" });
		expect(JSON.stringify(requests[1]?.context.messages.at(-1))).toContain("A checkpoint is open (goal: why it fails)");
	});

	verifies("tools-agent:checkpoint:open-at-stop", async () => {
		const { conversation, requests, events } = exploring([mark, says("I am done."), rewind, says("Fixed.")]);
		await conversation.submit({ type: "prompt", text: "find out" });
		expect(JSON.stringify(requests[2]?.context.messages.at(-1))).toContain("<system-warning>");
		expect(events.filter((event) => event.type === "agent_end")).toHaveLength(1);
		expect(openCheckpoint(conversation.log.path())).toBeUndefined();
	});

	test("after three warnings a model without a report may stop", async () => {
		const stubborn = exploring([mark, ...Array.from({ length: 4 }, () => says("No."))]);
		await stubborn.conversation.submit({ type: "prompt", text: "find out" });
		expect(stubborn.requests).toHaveLength(5);
	});

	verifies("tools-agent:checkpoint:resume", async () => {
		const first = exploring([mark, ...Array.from({ length: 4 }, () => says("Later."))]);
		await first.conversation.submit({ type: "prompt", text: "find out" });
		const resumed = exploring([mark, rewind, says("Fixed.")], first.log);
		await resumed.conversation.submit({ type: "prompt", text: "go on" });
		const results = resumed.requests.at(1)?.context.messages.findLast(({ role }) => role === "toolResult");
		expect(JSON.stringify(results)).toContain("Checkpoint already active.");
		expect(openCheckpoint(first.log.path())).toBeUndefined();
	});
});
