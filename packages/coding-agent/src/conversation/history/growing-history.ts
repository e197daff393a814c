import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";

/** Finds the messages added since the last call, so that a long history is not scanned again. */
export class GrowingHistory {
	#messages: readonly AgentMessage[] | undefined;
	#count = 0;

	/** `isReplaced`: the array is another one, so all messages count as added. */
	take(messages: readonly AgentMessage[]): { readonly isReplaced: boolean; readonly added: readonly AgentMessage[] } {
		// Messages are appended in place; any other change replaces the array.
		const isReplaced = messages !== this.#messages || messages.length < this.#count;
		const added = messages.slice(isReplaced ? 0 : this.#count);
		this.#messages = messages;
		this.#count = messages.length;
		return { isReplaced, added };
	}
}
