/** From where on the journal has the changes of a turn, so that the end of a turn reads that turn only. */
export class TurnPlaces {
	readonly #known = new Set<string>();
	#newest: { readonly turn: string; readonly start: number } | undefined;

	/** A call of the turn begins. A turn that goes on after others is none that begins. */
	begin(turn: string, end: () => number): void {
		if (this.#known.has(turn)) return;
		this.#known.add(turn);
		this.#newest = { turn, start: end() };
	}

	startOf(turn: string): number {
		return this.#newest?.turn === turn ? this.#newest.start : 0;
	}
}
