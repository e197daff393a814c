import { edenGC } from "bun:jsc";
import type { ConversationEvent } from "../../conversation/event/event.ts";
import type { Hook } from "../../conversation/hooks/hook.ts";

/** Garbage grows with what was sent; with less of it, a pause of some milliseconds is not worthwhile. */
const worthwhile = { turns: 50, tokens: 1_000_000, youngTokens: 50_000 } as const;

/** The executable starts reluctant to compile; see `jitPolicy` in its build. */
export function enableJit(): void {
	Bun.unsafe.setJITPolicy(1);
}

export interface Collector {
	/** Collects what was allocated since the last collection. */
	young(): void;
	/** Collects everything and returns memory to the system. */
	all(): void;
}

/**
 * Collects garbage when idle after a run. The engine collects only when it needs room, and by then fragmentation keeps far more
 * memory than is in use.
 */
export function collectGarbageHook(collector: Collector = engineCollector) {
	let [turns, tokens, youngTokens] = [0, 0, 0];
	const onEvent = (event: ConversationEvent) => {
		if (event.type === "turn_end") {
			// Whoever has a second turn has more.
			if (turns === 0) enableJit();
			const { totalTokens } = event.message.usage;
			turns++;
			tokens += totalTokens;
			youngTokens += totalTokens;
		}
		if (event.type !== "auto_compaction_end" && event.type !== "agent_end") return;
		if (turns >= worthwhile.turns || tokens >= worthwhile.tokens) {
			[turns, tokens, youngTokens] = [0, 0, 0];
			collector.all();
		} else if (youngTokens >= worthwhile.youngTokens) {
			youngTokens = 0;
			collector.young();
		}
	};
	return { name: "tidy-memory", onEvent } satisfies Hook;
}

export const engineCollector: Collector = {
	young: edenGC,
	all() {
		Bun.gc(true);
		Bun.shrink();
	},
};
