import type { Conversation } from "../conversation.ts";

/** Hides everything said so far from the model; file, id and name stay. Returns how many messages that were. */
export async function clearConversation(conversation: Conversation): Promise<number> {
	const dropped = conversation.messages.length;
	await conversation.changeSession({
		async open(current) {
			current.append({ type: "reset_boundary" });
			return { log: current };
		},
		after: () => ({ type: "session_clear" }),
	});
	return dropped;
}
