const MAX_ENTRIES = 60;

/** Text deleted by word or line, latest last, for yanking. */
export class KillRing {
	#entries: string[] = [];
	#offset = 0;

	/** Consecutive kills are joined; `before` tells on which side. */
	add(text: string, options: { joins: boolean; before: boolean }): void {
		if (text === "") return;
		this.#offset = 0;
		const last = options.joins ? this.#entries.pop() : undefined;
		if (last === undefined) this.#entries.push(text);
		else this.#entries.push(options.before ? text + last : last + text);
		if (this.#entries.length > MAX_ENTRIES) this.#entries.shift();
	}

	latest(): string | undefined {
		this.#offset = 0;
		return this.#entries.at(-1);
	}

	/** The previous entry, cyclically. */
	previous(): string | undefined {
		if (this.#entries.length === 0) return undefined;
		this.#offset = (this.#offset + 1) % this.#entries.length;
		return this.#entries.at(-1 - this.#offset);
	}
}
