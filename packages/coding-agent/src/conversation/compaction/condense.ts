import type { Condensed, Preparation } from "../event/compaction-result.ts";

export interface SummaryWishes {
	/** What the user wants kept in particular. */
	readonly focus?: string | undefined;
	/** Facts from outside the conversation that belong into the summary. */
	readonly additionalContext?: readonly string[] | undefined;
	/** Replaces the built-in instructions. */
	readonly instructions?: string | undefined;
	readonly reserveTokens?: number | undefined;
}

/** Produces what replaces the compacted messages. */
export type Condense = (preparation: Preparation, wishes: SummaryWishes, signal: AbortSignal) => Promise<Condensed>;
