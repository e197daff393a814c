export const pageBits = 8;
/** Vectors of one page. */
export const pageSize = 1 << pageBits;
const maskWords = pageSize / 32;
/** More than any distance. */
export const noVector = 0xffff;

export const pageOf = (seq: number): number => Math.floor(seq / pageSize);

/** Signatures of 256 neighboring rows: a mask that says which are there, then the bits of each. Read and written as one blob. */
export class SignaturePage {
	readonly words: Uint32Array;
	readonly #each: number;

	constructor(each: number, data?: Uint8Array) {
		this.#each = each;
		this.words = new Uint32Array(maskWords + pageSize * each);
		// A blob of another size is of another model; it counts as empty.
		if (data?.byteLength === this.words.byteLength) new Uint8Array(this.words.buffer).set(data);
	}

	get data(): Uint8Array {
		return new Uint8Array(this.words.buffer);
	}

	has(slot: number): boolean {
		return (((this.words[slot >>> 5] ?? 0) >>> (slot & 31)) & 1) === 1;
	}

	/** Without bits, the slot is emptied. */
	put(seq: number, bits?: Uint32Array): void {
		const slot = seq % pageSize;
		const mask = this.words[slot >>> 5] ?? 0;
		this.words[slot >>> 5] = bits ? mask | (1 << (slot & 31)) : mask & ~(1 << (slot & 31));
		this.words.set(bits ?? new Uint32Array(this.#each), maskWords + slot * this.#each);
	}

	/** Writes the number of different bits of each slot; `noVector` where there is none. */
	distances(bits: Uint32Array, into: Uint16Array, offset: number): void {
		const { words } = this;
		const each = this.#each;
		for (let slot = 0, at = maskWords; slot < pageSize; slot++, at += each) {
			if ((((words[slot >>> 5] as number) >>> (slot & 31)) & 1) === 0) {
				into[offset + slot] = noVector;
				continue;
			}
			let distance = 0;
			for (let index = 0; index < each; index++) {
				let x = (words[at + index] as number) ^ (bits[index] as number);
				x -= (x >>> 1) & 0x55555555;
				x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
				distance += Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
			}
			into[offset + slot] = distance;
		}
	}
}
