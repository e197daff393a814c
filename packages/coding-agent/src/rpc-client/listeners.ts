/** Listeners in order of subscription. */
export class Listeners<Heard> {
	readonly #listeners = new Set<(heard: Heard) => void>();

	add(listener: (heard: Heard) => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	tell(heard: Heard): void {
		for (const listener of [...this.#listeners]) listener(heard);
	}
}
