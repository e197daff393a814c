import type { BranchSummaryEntry } from "@oh-my-pi/pi-session/entry/entry";
import type { PathStep } from "@oh-my-pi/pi-session/tree/context";

/** Before a session change. */
export type SessionBeforeEvent =
	| {
			readonly type: "session_before_switch";
			readonly reason: SwitchReason;
			readonly targetSessionFile?: string;
	  }
	| { readonly type: "session_before_branch"; readonly entryId: string }
	| {
			readonly type: "session_before_tree";
			readonly targetId: string;
			readonly oldLeafId: string | null;
			readonly commonAncestorId: string | null;
			/** Entries of the branch that is left, oldest first. */
			readonly entriesToSummarize: readonly PathStep[];
			readonly userWantsSummary: boolean;
	  };

export type SwitchReason = "new" | "resume" | "fork" | "handoff";

/** After a session change. */
export type SessionAfterEvent =
	| {
			readonly type: "session_switch";
			readonly reason: SwitchReason;
			readonly previousSessionFile?: string | undefined;
	  }
	| { readonly type: "session_branch"; readonly previousSessionFile?: string | undefined }
	| {
			readonly type: "session_tree";
			readonly newLeafId: string | null;
			readonly oldLeafId: string | null;
			readonly summaryEntry?: BranchSummaryEntry;
			readonly fromExtension?: boolean;
	  }
	| { readonly type: "session_clear" };

export interface SessionVerdict {
	readonly cancel?: boolean;
	/** Switches to the branch without replacing the messages. */
	readonly skipConversationRestore?: boolean;
	/** For a move in the tree: summary of the branch that is left. */
	readonly summary?: { readonly summary: string; readonly details?: unknown };
}
