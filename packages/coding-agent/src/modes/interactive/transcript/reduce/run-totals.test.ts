import { expect, test } from "bun:test";
import { replyMessage } from "@oh-my-pi/pi-testkit/fakes/reply-message";
import { loadToolViews } from "@oh-my-pi/pi-tools/views";
import type { ConversationEvent } from "../../../../conversation/event/event.ts";
import { drawBlock } from "../../gallery/draw-gallery.ts";
import { testRenderOptions } from "../../testing/test-render-options.ts";
import { blocksAfter } from "./replay.ts";
import { RunTotals } from "./run-totals.ts";

const toolViews = await loadToolViews();

const ids = () => {
	let count = 0;
	return () => `b${count++}`;
};
const user = (timestamp: number): ConversationEvent => ({
	type: "message_end",
	message: { role: "user", content: "go", timestamp },
});
const reply = (timestamp: number, duration: number, cost: number): ConversationEvent => {
	const message = replyMessage("ok");
	const usage = { ...message.usage, cost: { ...message.usage.cost, total: cost } };
	return { type: "message_end", message: { ...message, usage, timestamp, duration } };
};
const call = (
	toolCallId: string,
	toolName: string,
	args: object,
	details?: object,
	isError = false,
): ConversationEvent[] => [
	{ type: "tool_execution_start", toolCallId, toolName, args },
	{ type: "tool_execution_end", toolCallId, toolName, result: { content: [], details }, isError },
];
const lastRow = (events: readonly ConversationEvent[]) => {
	const end = blocksAfter([...events, { type: "agent_end", messages: [] }], ids()).at(-1);
	return end?.kind === "run_end" ? drawBlock(end, testRenderOptions({ toolViews }), 80) : undefined;
};

test("the end of a run says which files changed, by how many lines, the time and the cost", () => {
	const details = { diff: "-2|a\n+2|b\n+3|c", op: "update", path: "/p/a.ts" };
	const events = [
		user(1000),
		reply(1100, 2000, 0.02),
		...call("1", "edit", { path: "a.ts" }, details),
		...call("2", "edit", { path: "a.ts" }, details),
		...call("3", "write", { path: "b.ts", content: "1\n2\n3\n" }),
		...call("4", "write", { path: "c.ts", content: "1\n" }, undefined, true),
		reply(18_000, 1000, 0.0112),
	];
	expect(lastRow(events)).toEqual([" 2 files · +7 −2 · 18s · $0.03"]);
});

test("a short answer has no line below it, and each run is counted by itself", () => {
	expect(lastRow([user(0), reply(100, 900, 0.001)])).toEqual([]);
	expect(lastRow([user(0), reply(100, 7000, 0.001)])).toEqual([" 7s · <$0.01"]);
	const two = [
		user(0),
		reply(0, 60_000, 1),
		{ type: "agent_end", messages: [] } satisfies ConversationEvent,
		user(90_000),
		reply(90_000, 6000, 0),
	];
	expect(lastRow(two)).toEqual([" 6s"]);
});

test("the cost of a run includes what its sub-agents have cost since the run before", () => {
	let agents = 0.5;
	const totals = new RunTotals(() => agents);
	const run = (cost: number) => {
		const events = [user(0), reply(0, 9000, cost), { type: "agent_end", messages: [] } satisfies ConversationEvent];
		return events.map((event) => totals.take(event, () => "end")).at(-1)?.costUsd;
	};
	const first = [user(0), reply(0, 9000, 0.08)].map((event) => totals.take(event, () => "x"));
	agents = 0.63;
	expect(totals.take({ type: "agent_end", messages: [] }, () => "end")?.costUsd).toBeCloseTo(0.21);
	expect([first, run(0.02)]).toEqual([[undefined, undefined], 0.02]);
});
