/** A set of listeners for one kind of event. */
export class Listeners<T = void> {
	readonly #listeners = new Set<(value: T) => void>();

	add(listener: (value: T) => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	notify(value: T): void {
		for (const listener of [...this.#listeners]) listener(value);
	}
}
