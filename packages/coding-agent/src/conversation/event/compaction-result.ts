import type { SessionMessage } from "@oh-my-pi/pi-session/entry/message";

export type CompactionReason = "threshold" | "overflow" | "incomplete" | "idle";
export type CompactionAction = "context-full" | "handoff" | "shake" | "snapcompact";

/** The result of a compaction, as front ends and extensions see it. */
export interface CompactionResult {
	readonly summary: string;
	readonly shortSummary?: string;
	readonly firstKeptEntryId: string;
	readonly tokensBefore: number;
	readonly details?: unknown;
}

/** What replaces the compacted messages. */
export interface CompactionContent {
	readonly summary: string;
	readonly shortSummary?: string;
	readonly preserveData?: Readonly<Record<string, unknown>>;
}

/** A finished compaction that a hook offers. */
export interface OfferedCompaction extends CompactionResult {
	readonly preserveData?: Record<string, unknown>;
}

/** What a hook adds to a compaction. */
export interface CompactionAddition {
	/** Lines for the summarizer's input. */
	readonly context?: readonly string[];
	/** Replaces the summarizer's instructions. */
	readonly prompt?: string;
	/** Stored on the compaction entry. */
	readonly preserveData?: Readonly<Record<string, unknown>>;
}

/** What a compaction will remove and keep. */
export interface Preparation {
	readonly firstKeptEntryId: string;
	/** Whole turns to be summarized. */
	readonly history: readonly SessionMessage[];
	/** The summarized start of a turn whose rest is kept. */
	readonly turnPrefix: readonly SessionMessage[];
	readonly kept: readonly SessionMessage[];
	readonly tokensBefore: number;
	readonly previousSummary: string | undefined;
	readonly previousPreserveData: Readonly<Record<string, unknown>> | undefined;
	readonly files: FileActivity;
}

/** Files that a branch has read and changed, least recent first. */
export interface FileActivity {
	readonly read: ReadonlySet<string>;
	readonly modified: ReadonlySet<string>;
}

/** As stored in a compaction entry: changed files are not listed as read. */
export interface FileDetails {
	readonly readFiles: string[];
	readonly modifiedFiles: string[];
}
