import type { ScreenEvent } from "./transcript/reduce.ts";

/** What the loader says while something is going on; nothing when omp rests. */
export function activityAfter(current: string | undefined, event: ScreenEvent): string | undefined {
	switch (event.type) {
		case "agent_start":
		case "turn_start":
			return "Working…";
		case "message_update":
			return event.assistantMessageEvent.type.startsWith("thinking") ? "Thinking…" : "Working…";
		case "tool_execution_start":
			return event.intent ?? `Running ${event.toolName}…`;
		case "auto_retry_start":
			return `Retrying (${event.attempt}/${event.maxAttempts}) in ${Math.ceil(event.delayMs / 1000)}s… ${event.errorMessage}`;
		case "agent_end":
			return undefined;
		default:
			return current;
	}
}
