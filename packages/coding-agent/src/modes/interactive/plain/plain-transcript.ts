import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import { isLlmMessage } from "@oh-my-pi/pi-agent-core/message";
import type { AssistantMessageEvent } from "@oh-my-pi/pi-ai/event";
import { textOf } from "@oh-my-pi/pi-ai/message";
import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import type { ConversationEvent } from "../../../conversation/event/event.ts";
import type { DisplayState } from "../mode.ts";
import type { ScreenEvent } from "../transcript/reduce.ts";
import type { UserRun } from "../user-run/user-run.ts";
import { SpokenLines } from "./spoken-lines.ts";
import { tellCall, tellResult } from "./tell-tool.ts";

export interface PlainTranscriptOptions {
	readonly write: (text: string) => void;
	readonly theme: Theme;
	readonly display: DisplayState;
}

const levels = { info: "Note", warning: "Warning", error: "Error" } as const;

/** Tells what happens in whole lines, in the order in which it happens. */
export class PlainTranscript {
	readonly #options: PlainTranscriptOptions;
	readonly #spoken: SpokenLines;
	readonly #calls = new Map<string, unknown>();

	constructor(options: PlainTranscriptOptions) {
		this.#options = options;
		this.#spoken = new SpokenLines(options.write);
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
				const words = wordsAbout(event);
				if (words !== undefined) this.#say(words);
			}
		}
	}

	/** What was said before, for a session that is resumed. */
	retell(messages: readonly AgentMessage[]): void {
		for (const message of messages) {
			if (!isLlmMessage(message) || (message.role !== "user" && message.role !== "assistant")) continue;
			const text = plainText(textOf(message.content));
			if (text.trim() !== "") this.#say(`${message.role === "user" ? "You" : "omp"}: ${text}`);
		}
	}

	#stream(event: AssistantMessageEvent): void {
		if (event.type === "text_delta") this.#spoken.hear("omp", event.delta);
		else if (event.type === "thinking_delta" && this.#options.display.showThinking)
			this.#spoken.hear("Thinking", event.delta);
		else if (event.type === "text_end" || event.type === "thinking_end") this.#spoken.finish();
	}

	#endMessage(message: AgentMessage): void {
		this.#spoken.finish();
		if (!isLlmMessage(message) || message.role !== "assistant") return;
		if (message.stopReason === "aborted") this.#say("Interrupted.");
		if (message.stopReason === "error") this.#say(`Error: ${plainText(message.errorMessage ?? "the request failed")}`);
	}

	#startTool({ toolCallId, toolName, args }: Extract<ConversationEvent, { type: "tool_execution_start" }>): void {
		this.#calls.set(toolCallId, args);
		if (this.#options.display.showTools) this.#say(tellCall(toolName, args, this.#tellOptions));
	}

	#endTool(event: Extract<ConversationEvent, { type: "tool_execution_end" }>): void {
		const { toolCallId, toolName, result, isError = false } = event;
		const args = this.#calls.get(toolCallId);
		this.#calls.delete(toolCallId);
		if (!this.#options.display.showTools && !isError) return;
		this.#say(tellResult(toolName, args, result, isError, this.#tellOptions));
	}

	get #tellOptions() {
		return { theme: this.#options.theme, expanded: this.#options.display.expanded };
	}

	#say(text: string): void {
		this.#spoken.finish();
		this.#options.write(`${text}\n`);
	}
}

function tellRun({ output, end, isPrivate }: UserRun): string {
	const code = end?.exitCode ?? 0;
	const ending = end?.cancelled ? "Stopped." : code === 0 ? "Done." : `Exit code ${code}.`;
	const lines = [plainText(output).trimEnd(), ending + (isPrivate ? " (not in context)" : "")];
	return lines.filter((line) => line !== "").join("\n");
}

/** What there is to say about an event that is neither words nor a tool. */
function wordsAbout(event: ScreenEvent): string | undefined {
	switch (event.type) {
		case "user_run":
			return event.run.end && tellRun(event.run);
		case "notice":
			return `${levels[event.level]}: ${plainText(event.message)}`;
		case "auto_retry_start": {
			const { attempt, maxAttempts, delayMs, errorMessage } = event;
			return `Retrying (${attempt}/${maxAttempts}) in ${Math.ceil(delayMs / 1000)} s: ${plainText(errorMessage)}`;
		}
		case "auto_compaction_start":
			return "Condensing the conversation.";
		case "auto_compaction_end":
			return event.result ? "The conversation was condensed." : "The conversation was not condensed.";
		case "todo_reminder":
			return `${event.todos.length} incomplete todos - reminder ${event.attempt}/${event.maxAttempts}`;
		case "agent_end":
			return "Ready.";
		default:
			return undefined;
	}
}
