import type { LiveContext } from "../live-context.ts";
import type { UpkeepOptions } from "../upkeep-options.ts";
import type { AsidePorts } from "./ask-aside.ts";
import type { Condense } from "./compactor.ts";
import { providerAndWords } from "./native-compaction.ts";
import type { Ask } from "./summarize.ts";
import { summarizer } from "./summarizer.ts";

/** Who puts the older part of a conversation into few words. */
export interface Condensers {
	readonly ask: Ask;
	readonly summarize: Condense;
	/** The same, never by the user's own endpoint or the provider. */
	readonly summarizeLocally: Condense;
}

export function condensers(
	live: LiveContext,
	upkeep: UpkeepOptions,
	aside: AsidePorts,
	warn: (message: string) => void,
): Condensers {
	const native = { ...aside, live, onFailure: warn };
	const ask = summarizer(live, upkeep, aside, warn);
	const askLocally = summarizer(live, { ...upkeep, summaryEndpoint: () => undefined }, aside, warn);
	return {
		ask,
		summarize: providerAndWords(ask, { ...native, isWanted: upkeep.providerCompaction }),
		summarizeLocally: providerAndWords(askLocally, { ...native, isWanted: () => false }),
	};
}
