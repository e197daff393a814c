const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * Splits bytes into lines. Only new bytes are searched, so the cost is linear, and a character split between two chunks
 * is decoded whole.
 */
export class LineReader {
	#held: Uint8Array[] = [];
	readonly #decoder = new TextDecoder();

	push(bytes: Uint8Array): string[] {
		const lines: string[] = [];
		let start = 0;
		let end = bytes.indexOf(lineFeed);
		while (end !== -1) {
			lines.push(this.#take(bytes.subarray(start, end)));
			start = end + 1;
			end = bytes.indexOf(lineFeed, start);
		}
		if (start < bytes.length) this.#held.push(bytes.slice(start));
		return lines;
	}

	/** The unterminated last line. */
	rest(): string {
		return this.#take(new Uint8Array());
	}

	#take(last: Uint8Array): string {
		let line = last;
		if (this.#held.length > 0) {
			line = Buffer.concat([...this.#held, last]);
			this.#held = [];
		}
		return this.#decoder.decode(line.at(-1) === carriageReturn ? line.subarray(0, -1) : line);
	}
}
