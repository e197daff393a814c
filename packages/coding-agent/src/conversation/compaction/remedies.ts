import type { Model } from "@oh-my-pi/pi-ai/model";
import { imageBilling } from "../context/context-tokens.ts";
import { estimateMessages } from "../context/estimate-tokens.ts";
import type { LiveContext } from "../live-context.ts";
import type { Remedy } from "./auto-compaction.ts";
import type { Compactor, Condense } from "./compactor.ts";
import { refuseOversized } from "./oversized.ts";
import { CompactionRefusal, type Preparation } from "./prepare.ts";

/** The strategy `context-full`, which always fits. */
export function summaryRemedy(compactor: Compactor, condense: Condense, live: LiveContext): Remedy {
	return {
		action: "context-full",
		fits: () => true,
		apply: ({ signal, dropReply }) =>
			compactor.compact({
				condense,
				signal,
				...(dropReply && { dropReply }),
				inspect: (preparation) => {
					refuseOversized(preparation.kept, live.parts.model);
					refuseTooLittle(preparation, live.parts.model, compactor.threshold);
				},
			}),
	};
}

const minGainTokens = 1000;
const minGainShare = 0.02;

/** Summing up a few words costs more than they do. */
function refuseTooLittle({ history, turnPrefix }: Preparation, model: Model | undefined, threshold: number): void {
	const gain = estimateMessages([...history, ...turnPrefix], imageBilling(model));
	if (gain >= Math.min(minGainTokens, threshold * minGainShare)) return;
	throw new CompactionRefusal("Nothing to compact (session too small)");
}
