import { expect, test } from "bun:test";
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { calls, says } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { converse, read } from "../../../../conversation/testing/converse.ts";
import { testRenderOptions } from "../../testing/test-render-options.ts";
import { builtInBlockRenderers } from "../draw/block-renderers.ts";
import type { Block } from "./block.ts";
import { blocksAfter, recentBlocks, replay } from "./replay.ts";

const renderers = builtInBlockRenderers();
const drawn = (blocks: readonly Block[]) =>
	blocks.map((block) => renderers.of(block).create(block, testRenderOptions()).render(60));
const counting = () => {
	let count = 0;
	return () => `b${count++}`;
};

const call = (id: string, name: string, args: Record<string, unknown>) => ({ id, name, arguments: args });

test("a session looks the same when it is resumed as when it took place", async () => {
	const failing = {
		...read,
		name: "bash",
		parameters: { type: "object", properties: { command: { type: "string" } } },
		execute: async () => {
			throw new Error("no such command");
		},
	} as unknown as AgentTool;
	const { conversation, events, prompt } = converse(
		[
			calls(call("a", "read", { path: "a.ts" }), call("b", "read", { path: "b.ts" })),
			calls(call("c", "read", { path: "c.ts" })),
			calls(call("d", "bash", { command: "boom" })),
			says("Done.\n\n- one\n- two"),
			() => {
				throw new Error("the wire is cut");
			},
		],
		{ tools: [read, failing], maxRetries: 0 },
	);
	await prompt("look at it");
	await conversation.submit({
		type: "send",
		message: { role: "custom", customType: "note", content: "by the way", display: true, timestamp: 0 },
	});
	await prompt("and again");
	const live = blocksAfter(events, counting());
	const resumed = replay(conversation.messages, counting());
	expect(resumed.map(({ kind }) => kind)).toContain("reads");
	expect(drawn(resumed)).toEqual(drawn(live));
});

test("of a long session the end is shown", () => {
	const messages: AgentMessage[] = Array.from({ length: 130 }, (_, index) => ({
		role: "user",
		content: `message ${index}`,
		timestamp: 0,
	}));
	const { blocks, isPart } = recentBlocks(messages, counting(), "ctrl+l");
	expect([isPart, blocks.length, blocks[0], blocks.at(-1)]).toMatchObject([
		true,
		101,
		{ kind: "notice", text: "… 30 earlier messages (ctrl+l shows them)" },
		{ kind: "user", text: "message 129" },
	]);
});
