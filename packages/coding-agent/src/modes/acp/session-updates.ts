import type { SessionUpdate, ToolCallContent } from "@agentclientprotocol/sdk/unstable";
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { AssistantMessage, ToolResultMessage, UserContent } from "@oh-my-pi/pi-ai/message";
import type { TodoPhase } from "@oh-my-pi/pi-session/tree/todos";
import type { ConversationEvent } from "../../conversation/event/event.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import {
	changesInDetails,
	formatTitle,
	kindOf,
	listLocations,
	rawOutput,
	readChanges,
	readFacts,
	resultContent,
} from "./tool-updates.ts";

/** Turns what happens in a conversation, or what is in its history, into updates for the client. */
export class UpdateFeed {
	readonly #session: OpenedConversation;
	readonly #terminals = new Map<string, string>();
	#messageId = "";

	constructor(session: OpenedConversation) {
		this.#session = session;
	}

	/** The client's terminal in which a call runs. */
	setTerminal(callId: string, terminalId: string): void {
		this.#terminals.set(callId, terminalId);
	}

	async convertEvent(event: ConversationEvent): Promise<SessionUpdate[]> {
		switch (event.type) {
			case "message_start":
				this.#messageId = crypto.randomUUID();
				return [];
			case "message_update":
				return this.#chunk(event.assistantMessageEvent);
			case "message_end":
				return event.message.role === "toolResult" && event.message.toolName === "todo" ? [this.plan()] : [];
			case "tool_execution_start":
				return [this.#started(event.toolCallId, event.toolName, event.args)];
			case "tool_approval_resolved":
				return event.approved
					? [{ sessionUpdate: "tool_call_update", toolCallId: event.toolCallId, status: "in_progress" }]
					: [];
			case "tool_execution_update": {
				const { toolCallId, partialResult } = event;
				const content = this.#findTerminal(toolCallId) ?? resultContent(partialResult);
				return [{ sessionUpdate: "tool_call_update", toolCallId, status: "in_progress", content }];
			}
			case "tool_execution_end": {
				const { toolCallId, result, isError } = event;
				const changed = await readChanges(this.#session.journal, toolCallId, result.details);
				const terminal = this.#findTerminal(toolCallId);
				this.#terminals.delete(toolCallId);
				return [finished(toolCallId, result, { isError, changed, terminal })];
			}
			default:
				return [];
		}
	}

	plan(): SessionUpdate {
		return buildPlan(this.#session.conversation.todos.phases);
	}

	/** The whole conversation so far, in order. */
	history(): SessionUpdate[] {
		const { messages } = this.#session.conversation;
		const updates = messages.flatMap((message) => this.#replayed(message));
		return this.#session.conversation.todos.phases.length > 0 ? [...updates, this.plan()] : updates;
	}

	#replayed(message: AgentMessage): SessionUpdate[] {
		if (message.role === "user" && "content" in message && !isSynthetic(message)) {
			return userChunks(message.content, crypto.randomUUID());
		}
		if (message.role === "assistant" && "content" in message) return this.#answer(message);
		if (message.role !== "toolResult" || !("toolCallId" in message)) return [];
		return [replayedResult(message)];
	}

	#answer({ content }: AssistantMessage): SessionUpdate[] {
		const messageId = crypto.randomUUID();
		return content.flatMap((block): SessionUpdate[] => {
			if (block.type === "text" && block.text !== "") {
				return [{ sessionUpdate: "agent_message_chunk", content: { type: "text", text: block.text }, messageId }];
			}
			if (block.type === "thinking" && block.thinking !== "") {
				return [{ sessionUpdate: "agent_thought_chunk", content: { type: "text", text: block.thinking }, messageId }];
			}
			return block.type === "toolCall" ? [this.#started(block.id, block.name, block.arguments)] : [];
		});
	}

	#chunk(event: Extract<ConversationEvent, { type: "message_update" }>["assistantMessageEvent"]): SessionUpdate[] {
		const messageId = this.#messageId;
		switch (event.type) {
			case "text_delta":
				return [{ sessionUpdate: "agent_message_chunk", content: { type: "text", text: event.delta }, messageId }];
			case "thinking_delta":
				return [{ sessionUpdate: "agent_thought_chunk", content: { type: "text", text: event.delta }, messageId }];
			case "image_end": {
				const { data, mimeType } = event.image;
				return [{ sessionUpdate: "agent_message_chunk", content: { type: "image", data, mimeType }, messageId }];
			}
			default:
				return [];
		}
	}

	#started(toolCallId: string, toolName: string, args: unknown): SessionUpdate {
		return { sessionUpdate: "tool_call", ...this.describe(toolCallId, toolName, args), status: "pending" };
	}

	/** A call as the client is told of it. */
	describe(toolCallId: string, toolName: string, args: unknown) {
		const { workbench, conversation, folder } = this.#session;
		const named = ({ name }: { readonly name: string }) => name === toolName;
		const facts = readFacts(conversation.tools.find(named) ?? workbench.tools.find(named), args);
		return {
			toolCallId,
			title: formatTitle(toolName, args, facts),
			kind: kindOf(toolName),
			rawInput: args,
			locations: listLocations(facts, folder.path),
		};
	}

	#findTerminal(callId: string): ToolCallContent[] | undefined {
		const terminalId = this.#terminals.get(callId);
		return terminalId === undefined ? undefined : [{ type: "terminal", terminalId }];
	}
}

type Finished = Extract<SessionUpdate, { sessionUpdate: "tool_call_update" }>;

function finished(
	toolCallId: string,
	result: Parameters<typeof resultContent>[0],
	{
		isError,
		changed,
		terminal,
	}: {
		readonly isError: boolean;
		readonly changed: ReturnType<typeof changesInDetails>;
		readonly terminal?: ToolCallContent[] | undefined;
	},
): Finished {
	const shown = changed.diffs.length > 0 && !isError ? [...changed.diffs] : resultContent(result);
	return {
		sessionUpdate: "tool_call_update",
		toolCallId,
		status: isError ? "failed" : "completed",
		content: terminal ?? shown,
		rawOutput: rawOutput(result),
		...(changed.locations.length > 0 && { locations: [...changed.locations] }),
	};
}

function replayedResult({ toolCallId, content, details, isError }: ToolResultMessage): SessionUpdate {
	const result = { content, ...(details !== undefined && { details }) };
	return finished(toolCallId, result, { isError, changed: changesInDetails(details) });
}

function isSynthetic(message: AgentMessage): boolean {
	return "synthetic" in message && message.synthetic === true;
}

function userChunks(content: UserContent, messageId: string): SessionUpdate[] {
	const blocks = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
	return blocks.map((block) => ({
		sessionUpdate: "user_message_chunk",
		content:
			block.type === "text"
				? { type: "text", text: block.text }
				: { type: "image", data: block.data, mimeType: block.mimeType },
		messageId,
	}));
}

const planStatuses = {
	pending: "pending",
	in_progress: "in_progress",
	completed: "completed",
	blocked: "pending",
	abandoned: "completed",
} as const;

function buildPlan(phases: readonly TodoPhase[]): SessionUpdate {
	const tasks = phases.flatMap((phase) => phase.tasks);
	return {
		sessionUpdate: "plan",
		entries: tasks.map(({ content, status }) => ({ content, priority: "medium", status: planStatuses[status] })),
	};
}
