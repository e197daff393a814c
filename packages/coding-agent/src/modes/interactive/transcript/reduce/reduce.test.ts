import { expect, test } from "bun:test";
import { encodeErrorId, ProviderError } from "@oh-my-pi/pi-ai/errors/provider-error";
import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import { replyMessage } from "@oh-my-pi/pi-testkit/fakes/reply-message";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { ConversationEvent } from "../../../../conversation/event/event.ts";
import { failureLine } from "../../../../conversation/recovery/failure-line.ts";
import { drawBlock } from "../../gallery/draw-gallery.ts";
import { testRenderOptions } from "../../testing/test-render-options.ts";
import { errorSummary } from "../draw/parts/error-summary.ts";
import type { LiveBlocks } from "./live-blocks.ts";
import { finish, reduce } from "./reduce.ts";

function after(events: readonly ConversationEvent[]): LiveBlocks {
	let count = 0;
	return events.reduce<LiveBlocks>((blocks, event) => reduce(blocks, event, () => `b${count++}`), []);
}

const output = (text: string) => ({ content: [{ type: "text" as const, text }] });

test("a user's message and a reply are two blocks, and the reply is final when it has ended", () => {
	const partial = replyMessage("Hel");
	const user = { role: "user" as const, content: "hi", timestamp: 0 };
	const events: ConversationEvent[] = [
		{ type: "message_start", message: user },
		{ type: "message_end", message: user },
		{ type: "message_start", message: partial },
		{
			type: "message_update",
			message: partial,
			assistantMessageEvent: { type: "text_delta", contentIndex: 0, delta: "l", partial },
		},
	];
	expect(after(events)).toEqual([
		{ kind: "user", id: "b0", text: "hi", images: [], attachments: [], settled: true },
		{ kind: "assistant", id: "b1", message: partial, revision: 1, settled: false },
	]);
	const final = replyMessage("Hello");
	expect(after([...events, { type: "message_end", message: final }]).at(-1)).toEqual({
		kind: "assistant",
		id: "b1",
		message: final,
		revision: 2,
		settled: true,
	});
});

test("tools that run side by side are told apart by their calls", () => {
	const start = (toolCallId: string): ConversationEvent => ({
		type: "tool_execution_start",
		toolCallId,
		toolName: "bash",
		args: {},
	});
	const blocks = after([
		start("a"),
		start("b"),
		{ type: "tool_execution_update", toolCallId: "a", toolName: "bash", args: {}, partialResult: output("…") },
		{ type: "tool_execution_end", toolCallId: "b", toolName: "bash", result: output("no"), isError: true },
	]);
	expect(blocks).toMatchObject([
		{ id: "a", state: "running", output: output("…"), settled: false },
		{ id: "b", state: "failed", output: output("no"), settled: true },
	]);
});

test("a reminder of open todos is told to the user too", () => {
	const todos = [{ content: "fix", status: "in_progress", phase: "One" }];
	expect(after([{ type: "todo_reminder", todos, attempt: 1, maxAttempts: 3 }])).toEqual([
		{ kind: "reminder", id: "b0", todos: ["fix"], attempt: 1, maxAttempts: 3, settled: true },
	]);
});

test("a call is shown while it is written, and is the same block when it runs", () => {
	const written = (args: Record<string, unknown>): AssistantMessage => ({
		...replyMessage("I write."),
		content: [{ type: "toolCall", id: "w", name: "write", arguments: args }],
	});
	const update = (type: "toolcall_start" | "toolcall_delta", partial: AssistantMessage): ConversationEvent => ({
		type: "message_update",
		message: partial,
		assistantMessageEvent: { type, contentIndex: 0, delta: "x", partial } as never,
	});
	const half = written({ path: "a", content: "o" });
	const begun = [
		{ type: "message_start", message: half } as const,
		update("toolcall_start", written({})),
		update("toolcall_delta", half),
	];
	const block = { kind: "tool", id: "w", tool: "write", state: "running", settled: false } as const;
	expect(after(begun).at(-1)).toEqual({ ...block, args: { path: "a", content: "o" }, streaming: true });
	// Nothing new to see of it: the very same block, so that nothing is drawn again.
	const again = after(begun);
	expect(reduce(again, update("toolcall_delta", half), () => "").at(-1)).toBe(again.at(-1) as never);

	const args = { path: "a", content: "one" };
	const run = [...begun, { type: "tool_execution_start", toolCallId: "w", toolName: "write", args } as const];
	expect(after(run).filter(({ kind }) => kind === "tool")).toEqual([
		{ ...block, args, intent: undefined, streaming: false },
	] as never);

	const broken = { ...replyMessage(""), stopReason: "aborted" as const };
	expect(after([...begun, { type: "message_end", message: broken }]).at(-1)).toMatchObject({
		state: "failed",
		settled: true,
	});
});

const call = (toolCallId: string, toolName = "read"): ConversationEvent => ({
	type: "tool_execution_start",
	toolCallId,
	toolName,
	args: { path: toolCallId },
});
const answered = (toolCallId: string, toolName = "read"): ConversationEvent => ({
	type: "tool_execution_end",
	toolCallId,
	toolName,
	result: output(""),
	isError: false,
});
const said = (message: AssistantMessage): ConversationEvent[] => [
	{ type: "message_start", message },
	{ type: "message_end", message },
];
const groups = (events: readonly ConversationEvent[]) =>
	after(events).flatMap((block) => (block.kind === "reads" ? [block.calls.map(({ id }) => id)] : []));

verifies("tui:tool-block:read-groups", () => {
	const silent = { ...replyMessage(""), content: [] };
	const reads = [call("a"), call("b"), answered("a"), answered("b")];
	expect(groups([...said(silent), ...reads, ...said(silent), call("c"), answered("c")])).toEqual([["a", "b", "c"]]);
	expect(groups([...reads, ...said(replyMessage("Now c.")), call("c"), answered("c")])).toEqual([["a", "b"], ["c"]]);
	expect(groups([...reads, call("x", "bash"), call("c")])).toEqual([["a", "b"], ["c"]]);
	const open = after(reads).at(-1);
	expect(open).toMatchObject({ kind: "reads", isOpen: true, settled: false });
	expect(after([...reads, { type: "agent_end", messages: [] }]).at(-1)).toMatchObject({ isOpen: false, settled: true });
	expect(after([call("a"), call("x", "bash")])[0]).toMatchObject({ isOpen: false, settled: false });
	expect(after([call("a"), call("x", "bash"), answered("a")])[0]).toMatchObject({ settled: true });
});

verifies("tui:message:status-lines", () => {
	const info = (message: string): ConversationEvent => ({ type: "notice", level: "info", message });
	expect(after([info("one"), info("two")])).toEqual([{ kind: "status", id: "b0", text: "two", settled: false }]);
	expect(after([info("one"), ...said(replyMessage("hi")), info("two")]).map((block) => block.kind)).toEqual([
		"status",
		"assistant",
		"status",
	]);
	expect(after([info("one"), { type: "notice", level: "warning", message: "w" }, info("two")])).toMatchObject([
		{ kind: "status", text: "one", settled: true },
		{ kind: "notice", text: "w" },
		{ kind: "status", text: "two", settled: false },
	]);
	expect(after([info("many\nlines"), info("two")]).map((block) => block.kind)).toEqual(["notice", "status"]);
});

test("a failure is pinned until the next prompt, and taken back when it is tried again", () => {
	const failed = { ...replyMessage(""), stopReason: "error" as const, errorMessage: "overloaded" };
	const state = (events: readonly ConversationEvent[]) =>
		after(events).flatMap((block) => (block.kind === "error" ? [`${block.state} ${block.settled}`] : []));
	const user = { role: "user" as const, content: "again", timestamp: 0 };
	expect(state(said(failed))).toEqual(["pinned false"]);
	expect(state([...said(failed), { type: "message_start", message: user }])).toEqual(["shown true"]);
	expect(
		state([
			...said(failed),
			{ type: "auto_retry_start", attempt: 1, maxAttempts: 3, delayMs: 5, errorMessage: "overloaded" },
		]),
	).toEqual(["dropped true"]);
	expect(finish(after(said(failed))).at(-1)).toMatchObject({ kind: "error", state: "shown", settled: true });
	const errorId = encodeErrorId(new ProviderError("auth", "401 invalid x-api-key"));
	const refused = {
		...failed,
		errorMessage: "401 invalid x-api-key\nThe key came from models.yml.",
		provider: "anthropic",
		...(errorId && { errorId }),
	};
	const [shown] = after([...said(refused), { type: "message_start", message: user }]).filter(
		({ kind }) => kind === "error",
	);
	// The words that were pinned above the editor.
	const registry = { findProvider: () => undefined };
	const live = failureLine(refused, { place: "prompt", registry, summarize: errorSummary });
	expect(shown && drawBlock(shown, testRenderOptions({ registry }), 200)).toEqual([` Error: ${live}`]);
	expect(live).toBe("401 invalid x-api-key. The key came from models.yml. Check the provider's apiKey in models.yml.");
});
