import type { AsidePorts } from "./compaction/ask-aside.ts";
import type { LiveContext } from "./live-context.ts";
import { UnexpectedStop } from "./recovery/unexpected-stop.ts";
import { AutoThinking } from "./thinking/auto-thinking.ts";
import type { UpkeepOptions } from "./upkeep-options.ts";

export interface SmallModelJudges {
	readonly thinking: AutoThinking;
	readonly unexpectedStop: UnexpectedStop;
}

/** What a small model decides in a word: how hard to think, and whether a model has stopped too soon. */
export function smallModelJudges(
	live: LiveContext,
	{ models, noticesUnexpectedStops: isOn }: Pick<UpkeepOptions, "models" | "noticesUnexpectedStops">,
	ports: AsidePorts & { readonly now: () => number },
): SmallModelJudges {
	const classifier = async () => models.inRole?.("title", live.parts.model);
	return {
		thinking: new AutoThinking(live, { ...ports, classifier }),
		unexpectedStop: new UnexpectedStop({ ...ports, live, isOn, classifier }),
	};
}
