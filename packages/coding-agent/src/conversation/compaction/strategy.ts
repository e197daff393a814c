import type { LiveContext } from "../live-context.ts";
import type { Remedy } from "./auto-compaction.ts";
import type { CompactionPolicy } from "./compaction-policy.ts";
import type { Compactor, Condense } from "./compactor.ts";
import type { Handoff } from "./handoff.ts";
import { handoffRemedy, pictureRemedy, shakeRemedy, summaryRemedy } from "./remedies.ts";
import type { Shake } from "./shake.ts";

interface StrategyParts {
	readonly live: LiveContext;
	readonly compactor: Compactor;
	readonly summarize: Condense;
	readonly handoff: Handoff;
	readonly shake: Shake;
}

/** What the wanted strategy tries, in this order; a summary makes up for what it cannot do. */
export function remediesFor(policy: CompactionPolicy, parts: StrategyParts): Remedy[] {
	const { compactor, live } = parts;
	const summary = summaryRemedy(compactor, parts.summarize, live);
	switch (policy.strategy) {
		case "handoff":
			return [handoffRemedy(parts.handoff, { save: policy.handoffSaveToDisk }), summary];
		case "shake":
			// While idle nobody waits for room: what costs a model is left for later.
			return [shakeRemedy(parts.shake), { ...summary, fits: ({ reason }) => reason !== "idle" }];
		case "snapcompact":
			return [pictureRemedy(compactor, live), summary];
		default:
			return [summary];
	}
}
