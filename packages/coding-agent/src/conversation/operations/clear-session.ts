import type { Conversation } from "../kernel/conversation.ts";

/** Clears the context; file, id and name stay. Returns the number of cleared messages. */
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
