/** Earlier prompts, 0 is the latest. */
export interface PromptHistory {
	entry(index: number): string | undefined;
}

/** Moves through earlier prompts; the current draft is kept as the newest. */
export class HistoryWalk {
	readonly #history: PromptHistory | undefined;
	#index = -1;
	#draft = "";

	constructor(history: PromptHistory | undefined) {
		this.#history = history;
	}

	older(current: string): string | undefined {
		const entry = this.#history?.entry(this.#index + 1);
		if (entry === undefined) return undefined;
		if (this.#index < 0) this.#draft = current;
		this.#index++;
		return entry;
	}

	newer(): string | undefined {
		if (this.#index < 0) return undefined;
		this.#index--;
		return this.#index < 0 ? this.#draft : this.#history?.entry(this.#index);
	}

	/** Resets for the next prompt. */
	leave(): void {
		this.#index = -1;
		this.#draft = "";
	}
}
