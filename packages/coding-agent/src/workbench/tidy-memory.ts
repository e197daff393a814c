import type { ConversationEvent } from "../conversation/event/event.ts";
import type { Hook } from "../conversation/hooks/hook.ts";

/** Fewer turns than this leave too little behind to be worth a pause of some milliseconds. */
const worthwhileTurns = 50;

/**
 * Gives memory back when much was let go of and nobody is waiting. The engine itself waits until it needs room, and by then
 * what requests and frames left behind lies scattered over far more memory than is in use.
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
