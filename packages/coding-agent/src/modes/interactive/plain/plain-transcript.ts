import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import { isLlmMessage } from "@oh-my-pi/pi-agent-core/message";
import { joinText } from "@oh-my-pi/pi-ai/message";
import type { AssistantMessageEvent } from "@oh-my-pi/pi-ai/reply/event";
import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import type { ConversationEvent } from "../../../conversation/event/event.ts";
import { failureLine } from "../../../conversation/recovery/failure-line.ts";
import type { DisplayState } from "../transcript/draw/display-state.ts";
import type { ToolViews } from "../transcript/draw/parts/block-view.ts";
import type { UserRun } from "../transcript/reduce/block.ts";
import type { ScreenEvent } from "../transcript/reduce/reduce.ts";
import { describeCall, describeResult } from "./describe-tool.ts";
import { StreamedLines } from "./streamed-lines.ts";

export interface PlainTranscriptOptions {
	readonly write: (text: string) => void;
	readonly theme: Theme;
	readonly display: DisplayState;
	readonly toolViews: ToolViews;
}

const levels = { info: "Note", warning: "Warning", error: "Error" } as const;

/** Prints events in whole lines, in their order. */
export class PlainTranscript {
	readonly #options: PlainTranscriptOptions;
	readonly #streamed: StreamedLines;
	readonly #calls = new Map<string, unknown>();

	constructor(options: PlainTranscriptOptions) {
		this.#options = options;
		this.#streamed = new StreamedLines(options.write);
	}

	handle(event: ScreenEvent): void {
		switch (event.type) {
			case "message_update":
				this.#stream(event.assistantMessageEvent);
				break;
			case "message_end":
				this.#endMessage(event.message);
				break;
			case "tool_execution_start":
				this.#startTool(event);
				break;
			case "tool_execution_end":
				this.#endTool(event);
				break;
			default: {
				const line = describeEvent(event);
				if (line !== undefined) this.#print(line);
			}
		}
	}

	/** Prints the messages of a resumed session. */
	replay(messages: readonly AgentMessage[]): void {
		for (const message of messages) {
			if (!isLlmMessage(message) || (message.role !== "user" && message.role !== "assistant")) continue;
			const text = plainText(joinText(message.content));
			if (text.trim() !== "") this.#print(`${message.role === "user" ? "You" : "omp"}: ${text}`);
		}
	}

	#stream(event: AssistantMessageEvent): void {
		if (event.type === "text_delta") this.#streamed.add("omp", event.delta);
		else if (event.type === "thinking_delta" && this.#options.display.showThinking)
			this.#streamed.add("Thinking", event.delta);
		else if (event.type === "text_end" || event.type === "thinking_end") this.#streamed.finish();
	}

	#endMessage(message: AgentMessage): void {
		this.#streamed.finish();
		if (!isLlmMessage(message) || message.role !== "assistant") return;
		if (message.stopReason === "aborted") this.#print("Interrupted.");
		if (message.stopReason === "error") this.#print(`Error: ${plainText(failureLine(message, { place: "prompt" }))}`);
	}

	#startTool({ toolCallId, toolName, args }: Extract<ConversationEvent, { type: "tool_execution_start" }>): void {
		this.#calls.set(toolCallId, args);
		if (this.#options.display.showTools) this.#print(describeCall(toolName, args, this.#describeOptions));
	}

	#endTool(event: Extract<ConversationEvent, { type: "tool_execution_end" }>): void {
		const { toolCallId, toolName, result, isError = false } = event;
		const args = this.#calls.get(toolCallId);
		this.#calls.delete(toolCallId);
		if (!this.#options.display.showTools && !isError) return;
		this.#print(describeResult(toolName, args, result, isError, this.#describeOptions));
	}

	get #describeOptions() {
		const { theme, toolViews } = this.#options;
		return { theme, toolViews, expanded: this.#options.display.expanded };
	}

	#print(text: string): void {
		this.#streamed.finish();
		this.#options.write(`${text}\n`);
	}
}

function describeRun({ output, end, isPrivate }: UserRun): string {
	const code = end?.exitCode ?? 0;
	const ending = end?.cancelled ? "Stopped." : code === 0 ? "Done." : `Exit code ${code}.`;
	const lines = [plainText(output).trimEnd(), ending + (isPrivate ? " (not in context)" : "")];
	return lines.filter((line) => line !== "").join("\n");
}

/** The line for an event that is neither text nor a tool call. */
function describeEvent(event: ScreenEvent): string | undefined {
	switch (event.type) {
		case "user_run":
			return event.run.end && describeRun(event.run);
		case "notice":
			return `${levels[event.level]}: ${plainText(event.message)}`;
		case "auto_retry_start": {
			const { attempt, maxAttempts, delayMs, errorMessage } = event;
			return `Retrying (${attempt}/${maxAttempts}) in ${Math.ceil(delayMs / 1000)} s: ${plainText(errorMessage)}`;
		}
		case "provider_silent":
			return event.isReachable
				? `No answer from ${event.host} yet.`
				: `No connection to ${event.host} yet. Check the network and proxy.`;
		case "auto_compaction_start":
			return "Compacting the conversation.";
		case "auto_compaction_end":
			return event.result ? "Conversation compacted." : "Conversation not compacted.";
		case "ttsr_triggered":
			return `Rule applied: ${event.rules.map(({ name }) => plainText(name)).join(", ")}`;
		case "todo_reminder":
			return `${event.todos.length} incomplete todos - reminder ${event.attempt}/${event.maxAttempts}`;
		case "agent_end":
			return "Ready.";
		default:
			return undefined;
	}
}
