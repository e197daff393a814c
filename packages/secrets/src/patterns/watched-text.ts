/** A text that calls back while it is read, since the engine itself cannot be stopped in the middle of a match. */
export class WatchedText {
	readonly #text: string;
	readonly #interval: number;
	readonly #onInterval: () => void;
	#left: number;

	/** Calls `onInterval` after each `interval` characters. */
	constructor(text: string, interval: number, onInterval: () => void) {
		this.#text = text;
		this.#interval = interval;
		this.#onInterval = onInterval;
		this.#left = interval;
	}

	get length(): number {
		return this.#text.length;
	}

	/** The engine asks for the kind of its input. */
	get [Symbol.toStringTag](): string {
		return "String";
	}

	charCodeAt(index: number): number {
		if (--this.#left <= 0) {
			this.#left = this.#interval;
			this.#onInterval();
		}
		return this.#text.charCodeAt(index);
	}

	indexOf(searched: string, from: number): number {
		return this.#text.indexOf(searched, from);
	}
}
