import type { Conversation } from "../conversation/conversation.ts";

/** The conversation, for parts that are made before it and used after. */
export class ConversationLink {
	#conversation: Conversation | undefined;

	connect(conversation: Conversation): void {
		this.#conversation = conversation;
	}

	get conversation(): Conversation {
		if (!this.#conversation) throw new Error("The conversation has not begun yet");
		return this.#conversation;
	}
}
