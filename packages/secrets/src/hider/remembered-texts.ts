/** Shorter ones are searched as fast as they are found. */
const minCharacters = 64;
const maxCharacters = 8_000_000;

/** What became of texts before: a conversation is sent again with each request. */
export class RememberedTexts {
	readonly #texts = new Map<string, string>();
	#characters = 0;

	find(text: string): string | undefined {
		const known = text.length < minCharacters ? undefined : this.#texts.get(text);
		if (known === undefined) return undefined;
		// The ones that are used stay longest.
		this.#texts.delete(text);
		this.#texts.set(text, known);
		return known;
	}

	keep(text: string, result: string): void {
		if (text.length < minCharacters || text.length > maxCharacters / 4) return;
		this.#texts.set(text, result);
		this.#characters += text.length;
		for (const oldest of this.#texts.keys()) {
			if (this.#characters <= maxCharacters) return;
			this.#texts.delete(oldest);
			this.#characters -= oldest.length;
		}
	}
}
