/** What was not reviewed yet. Several updates are reviewed as one, so an advisor that lags catches up. */
export class Backlog {
	readonly #maxCharacters: number;
	#waiting: string[] = [];
	#dropped = 0;
	#inReview = 0;

	constructor(maxCharacters: number) {
		this.#maxCharacters = maxCharacters;
	}

	/** Updates that wait or are being reviewed. */
	get unreviewed(): number {
		return this.#waiting.length + this.#dropped + this.#inReview;
	}

	get isEmpty(): boolean {
		return this.#waiting.length === 0;
	}

	add(update: string): void {
		this.#waiting.push(update);
		while (this.#waiting.length > 1 && length(this.#waiting) > this.#maxCharacters) {
			this.#waiting.shift();
			this.#dropped++;
		}
	}

	/** Everything that waits, as one text; it counts as unreviewed until `reviewed`. */
	take(): string {
		const note = this.#dropped > 0 ? [`[${this.#dropped} earlier updates left out]`] : [];
		const text = [...note, ...this.#waiting].join("\n\n");
		this.#inReview = this.#waiting.length + this.#dropped;
		this.#waiting = [];
		this.#dropped = 0;
		return text;
	}

	reviewed(): void {
		this.#inReview = 0;
	}

	clear(): void {
		this.#waiting = [];
		this.#dropped = 0;
		this.#inReview = 0;
	}
}

function length(texts: readonly string[]): number {
	return texts.reduce((sum, text) => sum + text.length, 0);
}
