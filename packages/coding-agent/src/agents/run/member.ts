import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import type { UsageStatistics } from "@oh-my-pi/pi-session/usage-totals";
import type { AgentProgress, PeerRow } from "@oh-my-pi/pi-tools/services/agent-service";
import type { Conversation } from "../../conversation/conversation.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";

export type MemberStatus = PeerRow["status"];

/** A sub-agent of this process: alive, parked on disk, or over. */
export interface Member {
	readonly id: string;
	readonly parentId: string;
	/** The user's conversation that it works for. */
	readonly top: Conversation;
	/** Name of its definition. */
	readonly agent: string;
	/** Its log; absent for an in-memory session. */
	readonly sessionFile: string | undefined;
	/** The file of its output. */
	readonly outputPath: string | undefined;
	status: MemberStatus;
	/** While it is alive. */
	opened: OpenedConversation | undefined;
	/** What it handed in, where there is no file. */
	output: string | undefined;
	/** The last thing known of its work. */
	progress: AgentProgress | undefined;
	/** What all its runs have used, once it is closed. */
	used?: Pick<UsageStatistics, "cost" | "totalTokens"> | undefined;
	/** What it does just now. */
	activity?: string | undefined;
	/** What it is saying, as far as it has arrived. */
	reply?: AssistantMessage | undefined;
	description: string;
	lastActivityMs: number;
	/** Works in a copy that is gone afterwards, so it cannot be revived. */
	isIsolated: boolean;
	/** Ends its first run, for good unless it may stay; absent afterwards. */
	stop: ((reason: string, options?: { readonly stays?: boolean }) => void) | undefined;
	parkTimer: ReturnType<typeof setTimeout> | undefined;
	/** Its conversation is being closed. */
	closing?: Promise<void>;
	/** The session that it belongs to is over. */
	isLeft?: true;
	/** Others wait for the same revival. */
	reviving: Promise<boolean> | undefined;
}
