import type { ApprovalMode } from "../../settings/approval-mode.ts";
import type { ConversationOp } from "./op.ts";

/** The runs of a conversation that take place elsewhere, in a session that somebody shares. */
export interface RemoteRuns {
	readonly isStreaming: boolean;
	readonly isAborting: boolean;
	/** What the status line shows. */
	readonly state: RemoteState;
	/** Sends it there; rejects what cannot be done from here. */
	submit(op: ConversationOp): Promise<void>;
}

export interface RemoteState {
	readonly modelName?: string | undefined;
	readonly thinkingLevel?: string | undefined;
	readonly contextTokens?: number | undefined;
	readonly contextWindow?: number | undefined;
	readonly approvalMode?: ApprovalMode | undefined;
	readonly cwd?: string | undefined;
	/** In place of those of features of this machine. */
	readonly statuses: readonly string[];
}
