/**
 * Splits bytes into lines. A chunk is decoded at once, since one call for each line would cost more than all the rest. Only new
 * text is searched, so the cost is linear, and a character split between two chunks is decoded whole.
 */
export class LineReader {
	#held: string[] = [];
	readonly #decoder = new TextDecoder();

	push(bytes: Uint8Array): string[] {
		const text = this.#decoder.decode(bytes, { stream: true });
		const lines: string[] = [];
		let start = 0;
		for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
			lines.push(this.#take(text.slice(start, end)));
			start = end + 1;
		}
		if (start < text.length) this.#held.push(text.slice(start));
		return lines;
	}

	/** The unterminated last line. */
	rest(): string {
		return this.#take(this.#decoder.decode());
	}

	#take(last: string): string {
		let line = last;
		if (this.#held.length > 0) {
			line = this.#held.join("") + last;
			this.#held = [];
		}
		return line.endsWith("\r") ? line.slice(0, -1) : line;
	}
}
