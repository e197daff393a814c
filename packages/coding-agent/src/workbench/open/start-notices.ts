import type { Conversation } from "../../conversation/kernel/conversation.ts";

/** Problems found while a conversation is opened; later ones are events of the conversation. */
export class StartNotices {
	readonly #collected: string[];
	readonly #warned = new Set<string>();
	#conversation: Conversation | undefined;

	constructor(initial: readonly string[] = []) {
		this.#collected = [...initial];
	}

	get all(): readonly string[] {
		return this.#collected;
	}

	add(...texts: ReadonlyArray<string | undefined>): void {
		this.#collected.push(...texts.filter((text) => text !== undefined));
	}

	/** About a file; each text is shown once. */
	readonly warn = (text: string): void => {
		if (this.#warned.has(text)) return;
		this.#warned.add(text);
		if (this.#conversation) this.#conversation.notify("warning", text, "files");
		else this.#collected.push(text);
	};

	/** The conversation is open: it shows warnings from now on. */
	connect(conversation: Conversation): void {
		this.#conversation = conversation;
	}
}
