/** Caches the rows of the last rendering, so that unchanged content returns the same array. */
export class RowCache {
	#width = -1;
	#rows: readonly string[] | undefined;

	get(width: number, draw: () => readonly string[]): readonly string[] {
		if (!this.#rows || width !== this.#width) {
			this.#width = width;
			this.#rows = draw();
		}
		return this.#rows;
	}

	clear(): void {
		this.#rows = undefined;
	}
}
