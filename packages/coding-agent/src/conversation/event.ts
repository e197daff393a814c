import type { AgentEvent } from "@oh-my-pi/pi-agent-core/event";

export type NoticeLevel = "info" | "warning" | "error";

/** Everything a front end sees: what the agent does, and what the conversation says about it. */
export type ConversationEvent =
	| AgentEvent
	| { type: "notice"; level: NoticeLevel; message: string; source?: string }
	| {
			type: "auto_retry_start";
			attempt: number;
			maxAttempts: number;
			delayMs: number;
			errorMessage: string;
			errorId?: number;
	  }
	| { type: "auto_retry_end"; success: boolean; attempt: number; finalError?: string }
	| { type: "model_changed" }
	| { type: "session_info_update"; title: string; sessionId: string }
	| { type: "thinking_level_changed"; thinkingLevel: string };
