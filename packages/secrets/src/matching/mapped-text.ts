export type Range = readonly [start: number, end: number];

/** A text made from another one, with the place in that one of each of its characters. */
export class MappedText {
	readonly text: string;
	/** Where each piece begins, here and there. */
	readonly #starts: readonly number[];
	readonly #origins: readonly number[];
	/** How much of the origin a piece that was decoded stands for; 0 for one that was copied. */
	readonly #lengths: readonly number[];

	constructor(text: string, starts: readonly number[], origins: readonly number[], lengths: readonly number[]) {
		this.text = text;
		this.#starts = starts;
		this.#origins = origins;
		this.#lengths = lengths;
	}

	/** What has to be hidden of the origin to hide this. */
	toOrigin([start, end]: Range): Range {
		const last = this.#pieceAt(end - 1);
		const decoded = this.#lengths[last] ?? 0;
		const lastOrigin = this.#origins[last] ?? 0;
		return [this.#findOrigin(start), decoded > 0 ? lastOrigin + decoded : lastOrigin + end - (this.#starts[last] ?? 0)];
	}

	/** Whether it was written without a break in the origin, where it is found anyway. */
	isCopied([start, end]: Range): boolean {
		const piece = this.#pieceAt(start);
		return this.#lengths[piece] === 0 && piece === this.#pieceAt(end - 1);
	}

	#findOrigin(index: number): number {
		const piece = this.#pieceAt(index);
		const origin = this.#origins[piece] ?? 0;
		return (this.#lengths[piece] ?? 0) > 0 ? origin : origin + index - (this.#starts[piece] ?? 0);
	}

	/** The last one that begins at or before. */
	#pieceAt(index: number): number {
		let low = 0;
		let high = this.#starts.length - 1;
		while (low < high) {
			const middle = (low + high + 1) >> 1;
			if ((this.#starts[middle] ?? 0) <= index) low = middle;
			else high = middle - 1;
		}
		return low;
	}
}

/** Puts a `MappedText` together. */
export class MappedTextBuilder {
	readonly #pieces: string[] = [];
	readonly #starts: number[] = [];
	readonly #origins: number[] = [];
	readonly #lengths: number[] = [];
	#length = 0;

	get isEmpty(): boolean {
		return this.#length === 0;
	}

	/** A part of the origin as it is. */
	copy(origin: string, start: number, end: number): void {
		if (end > start) this.#add(origin.slice(start, end), start, 0);
	}

	/** What stands for `length` characters of the origin. */
	put(text: string, origin: number, length: number): void {
		this.#add(text, origin, length);
	}

	build(): MappedText {
		return new MappedText(this.#pieces.join(""), this.#starts, this.#origins, this.#lengths);
	}

	#add(text: string, origin: number, length: number): void {
		this.#pieces.push(text);
		this.#starts.push(this.#length);
		this.#origins.push(origin);
		this.#lengths.push(length);
		this.#length += text.length;
	}
}
