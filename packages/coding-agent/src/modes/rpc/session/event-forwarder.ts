import type { ConversationEvent } from "../../../conversation/event/event.ts";
import type { Conversation } from "../../../conversation/kernel/conversation.ts";
import type { FrameWriter } from "./frame-writer.ts";

/** Writes what happens as it happens; a host that reads slowly slows the conversation down. */
export class EventForwarder implements Disposable {
	readonly #writer: FrameWriter;
	readonly #unsubscribe: () => void;
	readonly #conversation: Conversation;
	#answering: Promise<void> = Promise.resolve();
	#isEnding = false;

	constructor(conversation: Conversation, writer: FrameWriter) {
		this.#writer = writer;
		this.#conversation = conversation;
		this.#unsubscribe = conversation.subscribe((event) => this.#forward(event));
	}

	/** Until the returned function is called, no end of a run is written: whoever stopped it is answered first. */
	holdEnd(): () => void {
		const { promise, resolve } = Promise.withResolvers<void>();
		this.#answering = promise;
		return resolve;
	}

	/** Resolves when a run is over whose `agent_end` was written: other listeners may still be handling that event. */
	async ended(): Promise<void> {
		if (this.#isEnding) await this.#conversation.idle();
	}

	async #forward(event: ConversationEvent): Promise<void> {
		if (event.type === "agent_end") await this.#answering;
		if (event.type === "agent_end" || event.type === "agent_start") this.#isEnding = event.type === "agent_end";
		await this.#writer.write(event);
	}

	[Symbol.dispose](): void {
		this.#unsubscribe();
	}
}
