import type { Condensed, Preparation } from "../event/compaction-result.ts";

export interface SummaryWishes {
	/** What the user wants kept in particular. */
	readonly focus?: string;
	/** Facts from outside the conversation that belong into the summary. */
	readonly additionalContext?: readonly string[];
	/** Replaces the built-in instructions. */
	readonly instructions?: string;
	readonly reserveTokens?: number;
}

/** Produces what replaces the compacted messages. */
export type Condense = (preparation: Preparation, wishes: SummaryWishes, signal: AbortSignal) => Promise<Condensed>;
