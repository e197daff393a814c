import type { Conversation } from "../../conversation/conversation.ts";
import type { ConversationEvent } from "../../conversation/event/event.ts";
import type { FrameWriter } from "./frame-writer.ts";

/** Writes what happens as it happens; a host that reads slowly slows the conversation down. */
export class EventForwarder implements Disposable {
	readonly #writer: FrameWriter;
	readonly #unsubscribe: () => void;
	#answering: Promise<void> = Promise.resolve();

	constructor(conversation: Conversation, writer: FrameWriter) {
		this.#writer = writer;
		this.#unsubscribe = conversation.subscribe((event) => this.#forward(event));
	}

	/** Until the returned function is called, no end of a run is written: whoever stopped it is answered first. */
	holdEnd(): () => void {
		const { promise, resolve } = Promise.withResolvers<void>();
		this.#answering = promise;
		return resolve;
	}

	async #forward(event: ConversationEvent): Promise<void> {
		if (event.type === "agent_end") await this.#answering;
		await this.#writer.write(event);
	}

	[Symbol.dispose](): void {
		this.#unsubscribe();
	}
}
