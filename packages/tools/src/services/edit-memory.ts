/** Lines that were cut under a name. */
export class Registers {
	readonly #named = new Map<string, readonly string[]>();

	find(name: string): readonly string[] | undefined {
		return this.#named.get(name);
	}

	names(): readonly string[] {
		return [...this.#named.keys()];
	}

	publish(name: string, lines: readonly string[]): void {
		this.#named.set(name, lines);
	}
}

/** What a session's edits remember from one call to the next. */
export class EditMemory {
	readonly registers = new Registers();
	#idle: { payload: string; count: number } | undefined;

	/** How often in a row this very call has changed nothing, this time included. */
	countIdle(payload: string): number {
		const count = this.#idle?.payload === payload ? this.#idle.count + 1 : 1;
		this.#idle = { payload, count };
		return count;
	}

	/** Something changed, so that a repetition is no longer one. */
	clearIdle(): void {
		this.#idle = undefined;
	}
}
