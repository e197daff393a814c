/** Who asked: the session itself, a sub-agent, or the advisor. */
export const agentTypes = ["main", "subagent", "advisor"] as const;
export type AgentType = (typeof agentTypes)[number];

/** One request to a model, as a session log has it. */
export interface RequestRow {
	/** With its time it is the same in copies of a session. */
	readonly entry: string;
	/** Where its line begins in the file. */
	readonly lineStart: number;
	readonly at: number;
	readonly folder: string;
	readonly provider: string;
	readonly model: string;
	readonly api: string;
	readonly agentType: AgentType;
	readonly input: number;
	readonly output: number;
	readonly cacheRead: number;
	readonly cacheWrite: number;
	readonly totalTokens: number;
	readonly premiumRequests: number;
	readonly costInput: number;
	readonly costOutput: number;
	readonly costCacheRead: number;
	readonly costCacheWrite: number;
	readonly cost: number;
	/** What the cache saved against paying its tokens as other input; negative when writing cost more. */
	readonly saved: number;
	readonly durationMs: number | null;
	readonly ttftMs: number | null;
	readonly stopReason: string;
	readonly errorMessage: string | null;
	readonly failed: 0 | 1;
}

/** One call of a tool. Tokens and cost are its share of the turn, so that sums stay right. */
export interface CallRow {
	readonly entry: string;
	/** Among the calls of its entry. */
	readonly position: number;
	readonly callId: string;
	readonly at: number;
	readonly tool: string;
	readonly provider: string;
	readonly model: string;
	readonly argsChars: number;
	readonly totalTokens: number;
	readonly outputTokens: number;
	readonly cost: number;
}

/** What came of a call; may be read later than the call. */
export interface CallResult {
	readonly callId: string;
	readonly resultChars: number;
	readonly isError: 0 | 1;
}

export const signs = ["shouting", "swearing", "anguish", "negation", "repetition", "blame"] as const;
/** What a message of the user may show of displeasure. */
export type Sign = (typeof signs)[number];

/** A message that the user typed. The model that answered is known only with its answer. */
export interface UserRow extends Readonly<Record<Sign, number>> {
	readonly entry: string;
	readonly at: number;
	readonly chars: number;
}

/** A compaction. What it left is known with the next request. */
export interface CompactionRow {
	readonly entry: string;
	readonly at: number;
	readonly folder: string;
	readonly source: "snapcompact" | "summary";
	readonly tokensBefore: number;
}

/** The first request after messages or compactions that waited for it. */
export interface Responder {
	readonly provider: string;
	readonly model: string;
	readonly promptTokens: number;
}

/** Something read from a log, in the order of the log. */
export type LogFact =
	| { readonly kind: "request"; readonly row: RequestRow; readonly calls: readonly CallRow[] }
	| { readonly kind: "result"; readonly row: CallResult }
	| { readonly kind: "user"; readonly row: UserRow }
	| { readonly kind: "compaction"; readonly row: CompactionRow };

/** How far a session file has been read. */
export interface ReadPosition {
	readonly offset: number;
	/** The last bytes before it; others when the file was rewritten. */
	readonly tail: string;
	/** Of the file when it was read; the same size and time mean nothing new. */
	readonly mtimeMs: number;
	readonly folder: string;
	/** The user's last message, to notice a repetition. */
	readonly lastUser: string;
}
