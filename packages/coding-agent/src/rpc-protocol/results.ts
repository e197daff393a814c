import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { ThinkingLevel } from "@oh-my-pi/pi-ai/models/match/thinking-level";
import type { TodoPhase } from "@oh-my-pi/pi-session/tree/todos";
import type { ContextUsage } from "../conversation/compaction/context-usage.ts";
import type { SessionStats } from "../conversation/queries/session-stats.ts";

/** A model without headers, which may hold secrets. */
export type RpcModel = Omit<Model, "headers">;

/** The data of `get_state`. */
export interface RpcState {
	readonly model: RpcModel | null;
	readonly thinkingLevel: ThinkingLevel;
	readonly isStreaming: boolean;
	readonly isCompacting: boolean;
	readonly steeringMode: "all" | "one-at-a-time";
	readonly followUpMode: "all" | "one-at-a-time";
	readonly interruptMode: "immediate" | "wait";
	readonly sessionFile?: string | undefined;
	readonly sessionId: string;
	readonly sessionName?: string | undefined;
	readonly autoCompactionEnabled: boolean;
	readonly messageCount: number;
	readonly queuedMessageCount: number;
	readonly todoPhases: readonly TodoPhase[];
	readonly fastModeEnabled: boolean;
	readonly fastModeActive: boolean;
	readonly tokensPerSecond: number | null;
	readonly systemPrompt: readonly string[];
	readonly dumpTools: ReadonlyArray<{ name: string; description: string; parameters: unknown }>;
	readonly contextUsage: ContextUsage;
}

export interface RpcMessagesPage {
	readonly messages: readonly AgentMessage[];
	readonly totalMessages: number;
	/** Absent on the last page. */
	readonly nextCursor?: string;
}

export type RpcSessionStats = SessionStats & { readonly contextUsage: ContextUsage };

export interface RpcLoginProvider {
	readonly id: string;
	readonly name: string;
	readonly available: boolean;
	readonly authenticated: boolean;
}
