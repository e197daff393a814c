import type { AgentEvent } from "@oh-my-pi/pi-agent-core/event";
import type { Goal } from "@oh-my-pi/pi-tools/services/goal-store";
import type { Rule } from "../../discovery/capabilities/rules.ts";
import type { ApprovalMode } from "../../settings/approval-mode.ts";
import type { CompactionAction, CompactionReason, CompactionResult } from "./compaction-result.ts";

export type NoticeLevel = "info" | "warning" | "error";

/** All events of a conversation, including those of its agent. */
export type ConversationEvent =
	| AgentEvent
	| ApprovalEvent
	| TodoReminderEvent
	| { type: "notice"; level: NoticeLevel; message: string; source?: string }
	| { type: "auto_compaction_start"; reason: CompactionReason; action: CompactionAction }
	| {
			type: "auto_compaction_end";
			action: CompactionAction;
			/** `null` when nothing was compacted. */
			result: CompactionResult | null;
			aborted: boolean;
			/** The failed reply is requested again. */
			willRetry: boolean;
			/** There was too little to gain. */
			skipped?: boolean;
			errorMessage?: string;
	  }
	| {
			type: "auto_retry_start";
			attempt: number;
			maxAttempts: number;
			delayMs: number;
			errorMessage: string;
			errorId?: number;
	  }
	| { type: "auto_retry_end"; success: boolean; attempt: number; finalError?: string }
	| { type: "retry_fallback_applied"; from: string; to: string; role: string }
	| { type: "retry_fallback_succeeded"; model: string; role: string }
	/** A request has had no answer for a while; unreachable: no connection can be made. */
	| { type: "provider_silent"; host: string; isReachable: boolean }
	/** A reply broke rules: it was cut, or the model is told with a result. */
	| { type: "ttsr_triggered"; rules: readonly Rule[]; isCut?: true }
	| { type: "goal_updated"; goal: Goal | null }
	/** What a run changed on disk, by any tool; at its end. `files` may name fewer than `count`. */
	| {
			type: "files_changed";
			/** The entry of the user's message. */
			turn: string;
			/** Files of the work tree; what git keeps in `.git` is not among them. */
			count: number;
			/** Something in `.git` changed: a commit, a branch, the index. */
			changesRepository?: true;
			files: ReadonlyArray<{ readonly path: string; readonly change: "created" | "changed" | "deleted" }>;
	  }
	| { type: "model_changed" }
	| { type: "session_info_update"; title: string; sessionId: string }
	| { type: "thinking_level_changed"; thinkingLevel: string };

/** Around each approval question. */
type ApprovalEvent =
	| {
			type: "tool_approval_requested";
			toolCallId: string;
			toolName: string;
			approvalMode: ApprovalMode;
			reason?: string;
	  }
	| { type: "tool_approval_resolved"; toolCallId: string; toolName: string; approved: boolean; reason?: string };

/** The model stopped with open todos and was reminded of them. */
interface TodoReminderEvent {
	type: "todo_reminder";
	todos: ReadonlyArray<{ readonly content: string; readonly status: string; readonly phase: string }>;
	attempt: number;
	maxAttempts: number;
}
