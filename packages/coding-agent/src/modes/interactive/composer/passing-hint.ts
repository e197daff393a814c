/** A text that goes away by itself. */
export class PassingHint {
	text: string | undefined;
	readonly #onChange: () => void;
	#timer: ReturnType<typeof setTimeout> | undefined;

	constructor(onChange: () => void) {
		this.#onChange = onChange;
	}

	show(text: string, forMs: number): void {
		clearTimeout(this.#timer);
		this.text = text;
		this.#onChange();
		this.#timer = setTimeout(() => {
			this.text = undefined;
			this.#onChange();
		}, forMs);
		// The process may end before.
		this.#timer.unref();
	}
}
