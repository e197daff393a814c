import type { ToolCallContext, ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";

/** What tools of a conversation can do with other agents; each part is absent where it makes no sense. */
export interface AgentService {
	/** Absent where no agent may be started: at the depth limit, or by the agent's own definition. */
	readonly spawning?: SpawnPort;
	/** Messages between agents. */
	readonly messages?: MessagePort;
	/** The result of a sub-agent; absent in the user's own conversation. */
	readonly result?: ResultPort;
}

export interface SpawnPort {
	/** The agents that can be started, one line each. Changes when their files do. */
	readonly agentList: () => string;
	/** Which optional parameters there are. */
	readonly options: () => SpawnOptions;
	runTasks(request: TaskRequest, call: ToolCallContext<TaskDetails>): Promise<ToolOutput<TaskDetails>>;
	/** One agent to its end, for code; throws when it fails. */
	spawn(request: SpawnTask, signal: AbortSignal): Promise<SingleResult>;
}

/** A task of code, which may choose the model. */
export interface SpawnTask extends TaskItem {
	readonly model?: string;
}

export interface SpawnOptions {
	readonly batch: boolean;
	readonly effort: boolean;
	readonly isolation: boolean;
	/** A call does not wait for its agents. */
	readonly returnsAtOnce?: boolean;
	/** How strongly the model is told to use them. */
	readonly eager: "default" | "preferred" | "always";
}

export interface TaskRequest {
	readonly context?: string;
	readonly tasks: readonly TaskItem[];
}

export interface TaskItem {
	readonly task: string;
	readonly name?: string;
	readonly agent?: string;
	readonly outputSchema?: Readonly<Record<string, unknown>>;
	readonly schemaMode?: SchemaMode;
	readonly isolated?: boolean;
	readonly effort?: "lo" | "med" | "hi";
}

export type SchemaMode = "permissive" | "strict";
export type AgentSource = "bundled" | "user" | "project";
export type ProgressStatus = "pending" | "running" | "completed" | "failed" | "aborted";

/** What a sub-agent is doing, for whoever watches. */
export interface AgentProgress {
	readonly index: number;
	readonly id: string;
	readonly agent: string;
	readonly agentSource: AgentSource;
	readonly status: ProgressStatus;
	readonly task: string;
	readonly assignment: string;
	readonly description: string;
	readonly lastIntent?: string;
	readonly currentTool?: string;
	readonly currentToolArgs?: string;
	readonly currentToolStartMs?: number;
	readonly recentTools: ReadonlyArray<{ readonly tool: string; readonly args: string; readonly endMs: number }>;
	/** The last lines of what it says. */
	readonly recentOutput: readonly string[];
	readonly toolCount: number;
	readonly requests: number;
	readonly tokens: number;
	/** USD. */
	readonly cost: number;
	readonly durationMs: number;
	readonly modelOverride?: readonly string[];
	readonly modelRole?: string;
	readonly resolvedModel?: string;
	readonly resolvedModelIsFallback?: boolean;
	readonly contextTokens?: number;
	readonly contextWindow?: number;
	readonly extractedToolData?: Readonly<Record<string, readonly unknown[]>>;
}

export interface AgentUsage {
	readonly input: number;
	readonly output: number;
	readonly cacheRead: number;
	readonly cacheWrite: number;
	readonly totalTokens: number;
	readonly reasoningTokens?: number;
	readonly cost: { readonly total: number };
}

/** What came of one sub-agent. */
export interface SingleResult {
	readonly index: number;
	readonly id: string;
	readonly agent: string;
	readonly agentSource: AgentSource;
	readonly task: string;
	readonly assignment: string;
	readonly description: string;
	readonly lastIntent?: string;
	readonly exitCode: number;
	readonly output: string;
	readonly stderr: string;
	readonly error?: string;
	readonly aborted: boolean;
	readonly abortReason?: string;
	readonly truncated: boolean;
	readonly durationMs: number;
	readonly tokens: number;
	readonly requests: number;
	readonly contextTokens?: number;
	readonly contextWindow?: number;
	readonly modelOverride?: readonly string[];
	readonly modelRole?: string;
	readonly resolvedModel?: string;
	readonly resolvedModelIsFallback?: boolean;
	readonly usage: AgentUsage;
	readonly outputPath?: string;
	readonly patchPath?: string;
	readonly branchName?: string;
	/** What became of the changes of an isolated agent; `kept` and `failed`: they are in the patch or branch only. */
	readonly mergeState?: "merged" | "kept" | "failed";
	/** Files of the user's tree that its changes went into. */
	readonly mergedFiles?: readonly string[];
	/** What stood in the way, or how the copy was made. */
	readonly mergeNote?: string;
	readonly structuredOutput?: {
		readonly source: "caller" | "agent" | "session";
		readonly mode: SchemaMode;
		readonly status: "valid" | "invalid" | "missing";
		readonly data?: unknown;
		readonly error?: string;
	};
	readonly extractedToolData?: Readonly<Record<string, readonly unknown[]>>;
	readonly outputMeta: { readonly lineCount: number; readonly charCount: number };
}

export interface TaskDetails {
	/** The folder of the project's agent files, if there is one. */
	readonly projectAgentsDir: string | null;
	readonly results: readonly SingleResult[];
	readonly totalDurationMs: number;
	readonly usage?: AgentUsage;
	readonly outputPaths?: readonly string[];
	readonly progress?: readonly AgentProgress[];
	readonly async?: { readonly state: "running"; readonly jobIds: readonly string[]; readonly type: "task" };
}

export interface MessagePort {
	/** False where there can be nobody to write to. */
	readonly isAvailable: () => boolean;
	/** Resolves when a message is there to be read, or when the signal fires. */
	arrival(signal: AbortSignal): Promise<unknown>;
	run(request: MessageRequest, call: ToolCallContext<MessageDetails>): Promise<ToolOutput<MessageDetails>>;
}

export interface MessageRequest {
	readonly op: "send" | "wait" | "inbox" | "list";
	readonly to?: string;
	readonly message?: string;
	readonly replyTo?: string;
	readonly await?: boolean;
	readonly from?: string;
	readonly timeoutMs?: number;
	readonly peek?: boolean;
}

export interface PeerMessage {
	readonly id: string;
	readonly from: string;
	readonly to: string;
	readonly body: string;
	readonly replyTo?: string;
	readonly ts: number;
}

export interface MessageReceipt {
	readonly to: string;
	readonly outcome: "injected" | "woken" | "revived" | "failed";
	readonly error?: string;
}

export interface MessageDetails {
	readonly op: MessageRequest["op"];
	readonly from?: string;
	readonly to?: string;
	readonly receipts?: readonly MessageReceipt[];
	readonly waited?: PeerMessage | null;
	readonly inbox?: readonly PeerMessage[];
	readonly peers?: readonly PeerRow[];
}

export interface PeerRow {
	readonly id: string;
	readonly status: "running" | "idle" | "parked" | "aborted";
	readonly kind: "main" | "sub";
	readonly agent?: string;
	readonly parent?: string;
	readonly lastActivityMs: number;
	readonly unread: number;
}

export interface ResultPort {
	/** JSON Schema of the data, if one was asked for. */
	readonly schema?: Readonly<Record<string, unknown>> | undefined;
	/** Takes what the agent hands in. */
	submit(submission: Readonly<Record<string, unknown>>): ToolOutput<YieldDetails>;
	/** Whether it collects findings of a review. */
	readonly takesFindings: boolean;
}

export interface YieldDetails {
	readonly data?: unknown;
	readonly status: "success" | "aborted";
	readonly error?: string;
	readonly type?: string | readonly string[];
	readonly useLastTurn?: boolean;
}

export const severities = ["nit", "concern", "blocker"] as const;
export type Severity = (typeof severities)[number];

/** Where an advisor's notes go. */
export interface AdvicePort {
	/** Gives what the advisor reads about it. */
	submit(note: string, severity: Severity): { readonly text: string; readonly isDelivered: boolean };
}
