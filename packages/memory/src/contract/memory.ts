/** Who a memory is from. Text that somebody else wrote keeps that label for good, also through consolidation and export. */
export interface MemoryOrigin {
	/** `outside`: the model had read a page, a server's answer or a file of the repository when it was stored. */
	readonly kind: "user" | "agent" | "outside";
	/** For `outside`: `web:<host>`, `mcp:<server>`, `repository`, …; sorted, without duplicates. */
	readonly places?: readonly string[];
}

/** `working`: as it was stored. `episodic`: consolidated. `fact`: extracted, read-only. */
export type MemoryStore = "working" | "episodic" | "fact";

/** Where and by whom something was stored. */
export interface MemoryContext {
	readonly sessionId?: string;
	readonly cwd?: string;
	/** The label of the project. */
	readonly project?: string;
	/** `main`, or the name of a sub-agent. */
	readonly agent?: string;
}

export interface NewMemory extends MemoryContext {
	readonly content: string;
	/** What the content is about, in the words of whoever stored it. */
	readonly context?: string;
	/** `coding-agent-retain`, `coding-agent-transcript`, `coding-agent-learn`, … */
	readonly source: string;
	readonly type: "fact" | "episode" | "lesson";
	/** `tool`, `user`, `inferred`, … */
	readonly veracity: string;
	/** 0 to 1. */
	readonly importance: number;
	readonly origin: MemoryOrigin;
}

export interface Memory extends NewMemory {
	readonly id: string;
	readonly store: MemoryStore;
	/** Milliseconds since 1970. */
	readonly createdAt: number;
	readonly updatedAt: number;
	/** Set for one that no longer holds; recall leaves it out. */
	readonly invalidatedAt?: number;
	readonly replacementId?: string;
	/** Of a fact: the memory that it was extracted from. */
	readonly derivedFrom?: string;
	/** Of an episode: the summary that it is part of; `none` when a model found nothing worth one. */
	readonly mergedInto?: string;
}

/** Of one memory. */
export const maxContentChars = 1_000_000;

export interface RecalledMemory extends Memory {
	readonly bank: string;
	/** 0 to 1. */
	readonly score: number;
}
