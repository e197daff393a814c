import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";

/** What is new in a history since it was looked at last, so that a long one is not gone through again and again. */
export class GrowingHistory {
	#messages: readonly AgentMessage[] | undefined;
	#count = 0;

	/** `isAnew`: the history is another one, and all of it is new. */
	take(messages: readonly AgentMessage[]): { readonly isAnew: boolean; readonly added: readonly AgentMessage[] } {
		// A history grows in place; whoever changes it otherwise puts another in its stead.
		const isAnew = messages !== this.#messages || messages.length < this.#count;
		const added = messages.slice(isAnew ? 0 : this.#count);
		this.#messages = messages;
		this.#count = messages.length;
		return { isAnew, added };
	}
}
