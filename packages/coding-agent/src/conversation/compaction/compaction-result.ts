import type { CompactionEntry } from "@oh-my-pi/pi-session/entry";
import type { Preparation } from "./prepare.ts";

export type CompactionReason = "threshold" | "overflow" | "incomplete" | "idle";
export type CompactionAction = "context-full" | "handoff" | "shake" | "snapcompact";

/** What a compaction came to, as front ends and extensions see it. */
export interface CompactionResult {
	readonly summary: string;
	readonly shortSummary?: string;
	readonly firstKeptEntryId: string;
	readonly tokensBefore: number;
	readonly details?: unknown;
}

/** What stands for the part that goes. */
export interface Condensed {
	readonly summary: string;
	readonly shortSummary?: string;
	readonly preserveData?: Readonly<Record<string, unknown>>;
}

/** A whole compaction of an extension's own. */
export interface OfferedCompaction extends CompactionResult {
	readonly preserveData?: Record<string, unknown>;
}

/** Where others may have a say. */
export interface CompactionHooks {
	beforeCompact?(
		preparation: Preparation,
		options: { readonly focus?: string; readonly signal: AbortSignal },
	): Promise<{ readonly cancel?: boolean; readonly compaction?: OfferedCompaction } | undefined>;
	compacting?(preparation: Preparation): Promise<
		| {
				readonly context?: readonly string[];
				readonly prompt?: string;
				readonly preserveData?: Readonly<Record<string, unknown>>;
		  }
		| undefined
	>;
	compacted?(entry: CompactionEntry, options: { readonly fromExtension: boolean }): Promise<void>;
}
