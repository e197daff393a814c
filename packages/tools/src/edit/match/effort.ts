/**
 * How much may be spent on looking for what is only alike. A large file with nothing but similar lines would else keep the
 * program busy for minutes, to find in the end that nothing is near enough.
 */
export class Effort {
	#cellsLeft: number;

	constructor(cells: number) {
		this.#cellsLeft = cells;
	}

	get isSpent(): boolean {
		return this.#cellsLeft <= 0;
	}

	spend(cells: number): void {
		this.#cellsLeft -= cells;
	}
}
