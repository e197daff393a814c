import type { LiveContext } from "../live-context.ts";
import type { Remedy } from "./auto-compaction.ts";
import type { Compactor, Condense } from "./compactor.ts";
import { refuseOversized } from "./oversized.ts";

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
				inspect: ({ kept }) => refuseOversized(kept, live.parts.model),
			}),
	};
}
