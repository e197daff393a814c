import type { PathStep } from "@oh-my-pi/pi-session/context";
import type { BranchSummaryEntry } from "@oh-my-pi/pi-session/entry";

/** What is about to happen to the session. */
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
			/** What would be left behind, oldest first. */
			readonly entriesToSummarize: readonly PathStep[];
			readonly userWantsSummary: boolean;
	  };

export type SwitchReason = "new" | "resume" | "fork" | "handoff";

/** What has happened to it. */
export type SessionAfterEvent =
	| { readonly type: "session_switch"; readonly reason: SwitchReason; readonly previousSessionFile?: string }
	| { readonly type: "session_branch"; readonly previousSessionFile?: string }
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
	/** Goes over to the branch without taking the messages back. */
	readonly skipConversationRestore?: boolean;
	/** For a move in the tree: what to say about the branch that is left. */
	readonly summary?: { readonly summary: string; readonly details?: unknown };
}

/** Somebody who may object to a change of session, or wants to hear of it. */
export interface SessionObserver {
	before?(event: SessionBeforeEvent): Promise<SessionVerdict | undefined>;
	after?(event: SessionAfterEvent): void | Promise<void>;
}

export class SessionHooks {
	readonly #observers = new Set<SessionObserver>();

	add(observer: SessionObserver): () => void {
		this.#observers.add(observer);
		return () => this.#observers.delete(observer);
	}

	/** The last opinion counts; an objection ends the asking. */
	async before(event: SessionBeforeEvent): Promise<SessionVerdict> {
		let verdict: SessionVerdict = {};
		for (const observer of this.#observers) {
			verdict = (await observer.before?.(event)) ?? verdict;
			if (verdict.cancel) break;
		}
		return verdict;
	}

	async after(event: SessionAfterEvent): Promise<void> {
		for (const observer of this.#observers) await observer.after?.(event);
	}
}
