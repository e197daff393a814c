import { type AgentMessage, isLlmMessage } from "@oh-my-pi/pi-agent-core/message";
import type { AssistantMessageEvent } from "@oh-my-pi/pi-ai/event";
import { type AssistantMessage, textOf } from "@oh-my-pi/pi-ai/message";
import type { ConversationEvent } from "../../../conversation/event.ts";
import type { UserRunEvent } from "../user-run/user-run.ts";
import type { Block, ToolBlock } from "./block.ts";
import { imagesIn } from "./block-images.ts";

/** The blocks that may still change, and those that just became final, in order. */
export type LiveBlocks = readonly Block[];

/** What a transcript is made of: the conversation's events, and what the user does beside it. */
export type ScreenEvent = ConversationEvent | UserRunEvent;

/** What an event does to the blocks on screen. `newId` names a block that has no id of its own. */
export function reduce(blocks: LiveBlocks, event: ScreenEvent, newId: () => string): LiveBlocks {
	switch (event.type) {
		case "message_start":
			return [...blocks, ...startOf(event.message, newId)];
		case "message_update": {
			const changed = changeLast(blocks, (block) =>
				block.kind === "assistant" ? { ...block, message: event.message, revision: block.revision + 1 } : block,
			);
			return withCallSoFar(changed, event.assistantMessageEvent);
		}
		case "message_end":
			if (event.message.role !== "assistant") return blocks;
			return changeLast(withoutBrokenCalls(blocks, event.message), (block) =>
				block.kind === "assistant"
					? { ...block, message: event.message as typeof block.message, revision: block.revision + 1, settled: true }
					: block,
			);
		case "tool_execution_start": {
			const { toolCallId: id, toolName: tool, args, intent } = event;
			const block: ToolBlock = { kind: "tool", id, tool, args, intent, state: "running", settled: false };
			const streamed = blocks.findIndex((other) => other.id === id);
			return streamed === -1 ? [...blocks, block] : blocks.with(streamed, block);
		}
		case "tool_execution_update":
			return changeTool(blocks, event.toolCallId, { output: event.partialResult });
		case "tool_execution_end":
			return changeTool(blocks, event.toolCallId, {
				output: event.result,
				state: event.isError ? "failed" : "done",
				settled: true,
			});
		case "user_run": {
			const { run } = event;
			const block: Block = { kind: "user_run", id: run.id, run, settled: run.end !== undefined };
			const index = blocks.findIndex(({ id }) => id === run.id);
			return index === -1 ? [...blocks, block] : blocks.with(index, block);
		}
		case "notice":
			return [...blocks, { kind: "notice", id: newId(), level: event.level, text: event.message, settled: true }];
		case "todo_reminder": {
			const { todos, attempt, maxAttempts } = event;
			const title = `${todos.length} incomplete todos - reminder ${attempt}/${maxAttempts}`;
			const text = [title, ...todos.map(({ content }) => `  ${content}`)].join("\n");
			return [...blocks, { kind: "notice", id: newId(), level: "warning", text, settled: true }];
		}
		default:
			// The other events say something about the run, not about what is in the transcript.
			return blocks;
	}
}

/** The block a message opens; tool results are shown by the calls they answer. */
function startOf(message: AgentMessage, newId: () => string): Block[] {
	if (!isLlmMessage(message)) return [];
	if (message.role === "assistant") {
		return [{ kind: "assistant", id: newId(), message, revision: 0, settled: false }];
	}
	if (message.role !== "user") return [];
	const images = imagesIn(message.content);
	return [{ kind: "user", id: newId(), text: textOf(message.content), images, settled: true }];
}

/** A call is shown while it is written. Its arguments are another object only when there is more to see of them. */
function withCallSoFar(blocks: LiveBlocks, event: AssistantMessageEvent): LiveBlocks {
	if (event.type !== "toolcall_start" && event.type !== "toolcall_delta") return blocks;
	const call = event.partial.content[event.contentIndex];
	if (call?.type !== "toolCall" || call.id === "") return blocks;
	const { id, name: tool, arguments: args } = call;
	const index = blocks.findLastIndex((block) => block.id === id);
	const known = blocks[index];
	if (known?.kind === "tool" && (known.args === args || !known.streaming)) return blocks;
	const block: ToolBlock = { kind: "tool", id, tool, args, streaming: true, state: "running", settled: false };
	return index === -1 ? [...blocks, block] : blocks.with(index, block);
}

/** Calls of a reply that broke off never run. */
function withoutBrokenCalls(blocks: LiveBlocks, { stopReason }: AssistantMessage): LiveBlocks {
	if (stopReason !== "error" && stopReason !== "aborted") return blocks;
	return blocks.map((block) =>
		block.kind === "tool" && block.streaming ? { ...block, state: "failed", settled: true } : block,
	);
}

function changeLast(blocks: LiveBlocks, change: (block: Block) => Block): LiveBlocks {
	const index = blocks.findLastIndex((block) => block.kind === "assistant");
	const block = blocks[index];
	return block ? blocks.with(index, change(block)) : blocks;
}

function changeTool(blocks: LiveBlocks, id: string, change: Partial<ToolBlock>): LiveBlocks {
	const index = blocks.findLastIndex((block) => block.id === id);
	const block = blocks[index];
	return block?.kind === "tool" ? blocks.with(index, { ...block, ...change }) : blocks;
}
