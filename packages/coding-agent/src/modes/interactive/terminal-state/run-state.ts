import type { ConversationEvent } from "../../../conversation/event/event.ts";

/** What the terminal around omp shows: nothing to do, at work, or waiting for the user. */
export type RunState = "idle" | "working" | "waiting";

export function runStateAfter(state: RunState, event: ConversationEvent): RunState {
	switch (event.type) {
		case "agent_start":
			return "working";
		case "agent_end":
			return "idle";
		case "tool_approval_requested":
			return "waiting";
		case "tool_approval_resolved":
			return "working";
		case "tool_execution_start":
			return event.waitsForUser ? "waiting" : state;
		case "tool_execution_end":
			return event.waitsForUser ? "working" : state;
		default:
			return state;
	}
}
