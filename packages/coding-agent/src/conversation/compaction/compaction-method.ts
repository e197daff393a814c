import type { CompactionContent, Preparation } from "../event/compaction-result.ts";

export interface SummaryOptions {
	/** What the user wants emphasized. */
	readonly focus?: string | undefined;
	/** Facts from outside the conversation for the summary. */
	readonly additionalContext?: readonly string[] | undefined;
	/** Replaces the built-in instructions. */
	readonly instructions?: string | undefined;
	readonly reserveTokens?: number | undefined;
}

/** Produces the content that replaces the compacted messages. */
export type CompactionMethod = (
	preparation: Preparation,
	options: SummaryOptions,
	signal: AbortSignal,
) => Promise<CompactionContent>;
