/** The time a cell may take. It stands still while others work for the cell, and then begins anew. */
export class CellClock implements Disposable {
	readonly #seconds: number | undefined;
	readonly #onOver: () => void;
	#timer: Timer | undefined;
	#pauses = 0;
	isOver = false;

	constructor(seconds: number | undefined, onOver: () => void) {
		this.#seconds = seconds;
		this.#onOver = onOver;
		this.#start();
	}

	pause(): void {
		if (this.#pauses++ === 0) clearTimeout(this.#timer);
	}

	resume(): void {
		if (--this.#pauses === 0) this.#start();
	}

	[Symbol.dispose](): void {
		clearTimeout(this.#timer);
		this.#pauses = Number.POSITIVE_INFINITY;
	}

	#start(): void {
		if (this.#seconds === undefined) return;
		this.#timer = setTimeout(() => {
			this.isOver = true;
			this.#onOver();
		}, this.#seconds * 1000);
	}
}
