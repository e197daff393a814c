import type { Conversation } from "../conversation/conversation.ts";

/** Fewer turns than this leave too little behind to be worth a pause of some milliseconds. */
const worthwhileTurns = 50;

/**
 * Gives memory back when much was let go of and nobody is waiting. The engine itself waits until it needs room, and by then
 * what requests and frames left behind lies scattered over far more memory than is in use.
 */
export function tidyMemory(conversation: Pick<Conversation, "subscribe">, tidy: () => void = giveBack): void {
	let turns = 0;
	conversation.subscribe((event) => {
		if (event.type === "turn_end") turns++;
		const isGoodMoment = event.type === "auto_compaction_end" || event.type === "agent_end";
		if (!isGoodMoment || turns < worthwhileTurns) return;
		turns = 0;
		tidy();
	});
}

function giveBack(): void {
	Bun.gc(true);
	Bun.shrink();
}
