import type { ConversationEvent } from "../conversation/event/event.ts";
import type { Hook } from "../conversation/hooks/hook.ts";

/** After fewer turns the garbage is not worth a pause of some milliseconds. */
const worthwhileTurns = 50;

/**
 * Forces a garbage collection when idle after a long run. The engine collects only when it needs room, and by then
 * fragmentation keeps far more memory than is in use.
 */
export function tidyMemory(tidy: () => void = giveBack) {
	let turns = 0;
	const onEvent = (event: ConversationEvent) => {
		if (event.type === "turn_end") turns++;
		const isGoodMoment = event.type === "auto_compaction_end" || event.type === "agent_end";
		if (!isGoodMoment || turns < worthwhileTurns) return;
		turns = 0;
		tidy();
	};
	return { name: "tidy-memory", onEvent } satisfies Hook;
}

function giveBack(): void {
	Bun.gc(true);
	Bun.shrink();
}
