import type { Fields } from "../read-fields.ts";

interface Remembered {
	readonly client: string;
	/** The conversation up to and with the answer, as items of an input. */
	readonly items: readonly unknown[];
	readonly characters: number;
}

const mostCharacters = 64 * 1024 * 1024;

/**
 * The last answers of this process, so that a client may refer to one instead of sending it again: by `previous_response_id`, or
 * to single items of it. A client finds only its own.
 */
export class ResponseMemory {
	readonly #responses = new Map<string, Remembered>();
	readonly #items = new Map<string, { readonly client: string; readonly response: string; readonly item: Fields }>();
	#characters = 0;

	/** `output` has the items that may be referred to by themselves. */
	remember(client: string, id: string, input: readonly unknown[], output: readonly Fields[]): void {
		const items = [...input, ...output];
		const characters = JSON.stringify(items).length;
		if (characters > mostCharacters / 4) return;
		this.#responses.set(id, { client, items, characters });
		for (const item of output)
			if (typeof item.id === "string") this.#items.set(item.id, { client, response: id, item });
		this.#characters += characters;
		while (this.#characters > mostCharacters) this.#forgetOldest();
	}

	findConversation(client: string, id: string): readonly unknown[] | undefined {
		const found = this.#responses.get(id);
		return found?.client === client ? found.items : undefined;
	}

	findItem(client: string, id: string): Fields | undefined {
		const found = this.#items.get(id);
		return found?.client === client ? found.item : undefined;
	}

	#forgetOldest(): void {
		const [oldest] = this.#responses;
		if (!oldest) return;
		const [id, { characters }] = oldest;
		this.#responses.delete(id);
		this.#characters -= characters;
		for (const [item, { response }] of this.#items) if (response === id) this.#items.delete(item);
	}
}
