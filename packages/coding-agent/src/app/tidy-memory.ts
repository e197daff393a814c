import type { Conversation } from "../conversation/conversation.ts";

/**
 * Asks for a collection where much was let go of. The engine itself waits until it needs room, and by then what requests
 * and frames left behind lies scattered over far more memory than is in use.
 */
export function tidyMemory(conversation: Conversation, collect: () => void = () => Bun.gc(true)): void {
	conversation.subscribe((event) => {
		if (event.type === "auto_compaction_end" || event.type === "agent_end") collect();
	});
}
