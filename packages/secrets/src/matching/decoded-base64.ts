import type { Range } from "./mapped-text.ts";

/** Runs of characters of Base64, plain or for URLs; a shorter one holds nothing that would be found. */
const base64Run = /[A-Za-z0-9+/_-]{16,}/g;

interface Part {
	readonly at: number;
	readonly length: number;
	readonly encodedAt: number;
	readonly encodedEnd: number;
}

/**
 * What stands encoded in a text, all of it as one text, byte by byte. A run may begin with other text, such as a path, so each of
 * the four places where the encoding can begin is tried.
 */
export class DecodedBase64 {
	readonly text: string;
	readonly #parts: readonly Part[];

	constructor(encoded: string) {
		const decoded: string[] = [];
		const parts: Part[] = [];
		let at = 0;
		for (const { index, 0: run } of encoded.matchAll(base64Run)) {
			for (let shift = 0; shift < 4; shift++) {
				// By bytes, so that places in the decoded text are places in the encoded one.
				const bytes = Buffer.from(run.slice(shift), "base64").toString("latin1");
				decoded.push(bytes);
				parts.push({ at, length: bytes.length, encodedAt: index + shift, encodedEnd: index + run.length });
				at += bytes.length + 1;
			}
		}
		this.text = decoded.join("\n");
		this.#parts = parts;
	}

	/** The characters that have a part in this; `undefined` for what only seems to be one, over the end of a run. */
	toOrigin([start, end]: Range): Range | undefined {
		const part = this.#findPart(start);
		if (!part || start >= part.at + part.length) return undefined;
		const first = start - part.at;
		const last = Math.min(end - part.at, part.length);
		return [
			part.encodedAt + Math.floor(first / 3) * 4,
			Math.min(part.encodedAt + Math.ceil(last / 3) * 4, part.encodedEnd),
		];
	}

	#findPart(index: number): Part | undefined {
		let low = 0;
		let high = this.#parts.length - 1;
		while (low < high) {
			const middle = (low + high + 1) >> 1;
			if ((this.#parts[middle]?.at ?? 0) <= index) low = middle;
			else high = middle - 1;
		}
		return this.#parts[low];
	}
}

/** A text as its bytes read in a `DecodedBase64`. */
export function asBytes(text: string): string {
	return Buffer.from(text).toString("latin1");
}
