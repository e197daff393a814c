import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import { assertNever } from "@oh-my-pi/pi-utils/assert-never";
import type { ConversationEvent, NoticeLevel } from "../../../../conversation/event/event.ts";
import type { AssistantBlock, Block, ToolBlock, UserRun } from "./block.ts";
import {
	append,
	changeCall,
	closed,
	hasOpenEnd,
	type LiveBlocks,
	withCall,
	withCallSoFar,
	withStatus,
} from "./live-blocks.ts";
import { buildBlocks, saysSomething } from "./message-blocks.ts";

/** A command or code of the user's: its whole state, each time there is more. */
export interface UserRunEvent {
	readonly type: "user_run";
	readonly run: UserRun;
}

/** A word of an extension; unlike a status line of omp, the next one does not take its place. */
export interface ExtensionNoticeEvent {
	readonly type: "extension_notice";
	readonly level: NoticeLevel;
	readonly message: string;
}

/** What a transcript is made of: the conversation's events, and what the user and extensions do beside it. */
export type ScreenEvent = ConversationEvent | UserRunEvent | ExtensionNoticeEvent;

/** What an event does to the blocks on screen. `newId` names a block that has no id of its own. */
export function reduce(blocks: LiveBlocks, event: ScreenEvent, newId: () => string): LiveBlocks {
	switch (event.type) {
		case "agent_start":
			return withErrors(blocks, "shown");
		case "message_start":
			return begin(blocks, event.message, newId);
		case "message_update":
			return withCallSoFar(changeReply(blocks, event.message, {}), event.assistantMessageEvent);
		case "message_end":
			return event.message.role === "assistant" ? endReply(blocks, event.message, newId) : blocks;
		case "tool_execution_start": {
			const { toolCallId: id, toolName: tool, args, intent } = event;
			const call: ToolBlock = { kind: "tool", id, tool, args, state: "running", settled: false };
			return withCall(blocks, intent === undefined ? call : { ...call, intent });
		}
		case "tool_execution_update":
			return changeCall(blocks, event.toolCallId, { output: event.partialResult });
		case "tool_execution_end":
			return changeCall(blocks, event.toolCallId, {
				output: event.result,
				state: event.isError ? "failed" : "done",
				settled: true,
			});
		case "tool_approval_requested":
			return changeCall(blocks, event.toolCallId, { isAskedAbout: true });
		case "tool_approval_resolved":
			return changeCall(blocks, event.toolCallId, { isAskedAbout: false });
		case "user_run": {
			const { run } = event;
			const block: Block = { kind: "user_run", id: run.id, run, settled: run.end !== undefined };
			const index = blocks.findIndex(({ id }) => id === run.id);
			return index === -1 ? append(blocks, block) : blocks.with(index, block);
		}
		case "auto_retry_start":
			// The loader says why; the reply that failed is taken back.
			return withErrors(blocks, "dropped");
		case "agent_end":
			return closed(blocks);
		case "notice":
			if (event.level === "info" && !event.message.includes("\n")) return withStatus(blocks, event.message, newId);
			return append(blocks, noticeBlock(event, newId));
		case "extension_notice":
			return append(blocks, noticeBlock(event, newId));
		case "ttsr_triggered":
			// A reply that was cut says so itself.
			if (event.isCut) return blocks;
			return withStatus(blocks, `Rule applied: ${event.rules.map(({ name }) => name).join(", ")}`, newId);
		case "todo_reminder": {
			const { attempt, maxAttempts } = event;
			const todos = event.todos.map(({ content }) => content);
			return append(blocks, { kind: "reminder", id: newId(), todos, attempt, maxAttempts, settled: true });
		}
		// These are about the run, not about the transcript. A compaction is shown when its summary is in the history.
		case "turn_start":
		case "turn_end":
		case "auto_compaction_start":
		case "auto_compaction_end":
		case "auto_retry_end":
		case "provider_silent":
		case "retry_fallback_applied":
		case "retry_fallback_succeeded":
		case "files_changed":
		case "goal_updated":
		case "model_changed":
		case "session_info_update":
		case "thinking_level_changed":
			return blocks;
		default:
			return assertNever(event);
	}
}

function noticeBlock({ level, message }: { level: NoticeLevel; message: string }, newId: () => string): Block {
	return { kind: "notice", id: newId(), level, text: message, settled: true };
}

/** Everything is over: nothing waits to be joined or to be pinned any more. */
export function finish(blocks: LiveBlocks): LiveBlocks {
	return withErrors(closed(blocks), "shown").map((block) => ({ ...block, settled: true }));
}

function begin(blocks: LiveBlocks, message: AgentMessage, newId: () => string): LiveBlocks {
	const begun = buildBlocks(message, newId);
	if (begun.length === 0) return blocks;
	// A reply is seen only when it has something to say; until then it does not part what stands above it.
	return message.role === "assistant" ? [...blocks, ...begun] : append(withErrors(blocks, "shown"), ...begun);
}

function changeReply(blocks: LiveBlocks, message: AssistantMessage, change: Partial<AssistantBlock>): LiveBlocks {
	// A long text is looked at only while it may part something.
	const parted = hasOpenEnd(blocks) && saysSomething(message) ? closed(blocks) : blocks;
	const index = parted.findLastIndex((block) => block.kind === "assistant" && !block.settled);
	const block = parted[index];
	if (block?.kind !== "assistant") return parted;
	return parted.with(index, { ...block, message, revision: block.revision + 1, ...change });
}

function endReply(blocks: LiveBlocks, message: AssistantMessage, newId: () => string): LiveBlocks {
	const ended = changeReply(withoutBrokenCalls(blocks, message), message, { settled: true });
	if (message.stopReason !== "error") return ended;
	const text = message.errorMessage ?? "The model failed";
	return [...ended, { kind: "error", id: newId(), text, reply: message, state: "pinned", settled: false }];
}

/** Calls of a reply that broke off never run. */
function withoutBrokenCalls(blocks: LiveBlocks, { stopReason }: AssistantMessage): LiveBlocks {
	if (stopReason !== "error" && stopReason !== "aborted") return blocks;
	const broken = blocks
		.flatMap((block) => (block.kind === "reads" ? block.calls : block.kind === "tool" ? [block] : []))
		.filter(({ streaming }) => streaming);
	return broken.reduce((rest, { id }) => changeCall(rest, id, { state: "failed", settled: true }), blocks);
}

/** What becomes of an error that is still pinned above the editor. */
function withErrors(blocks: LiveBlocks, state: "shown" | "dropped"): LiveBlocks {
	return blocks.map((block): Block => {
		if (block.kind !== "error" || block.state !== "pinned") return block;
		return { ...block, state, settled: true };
	});
}
