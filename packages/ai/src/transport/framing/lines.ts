import { inMegabytes, overLimit } from "../../http/reply-limits.ts";

/**
 * Splits bytes into lines. A chunk is decoded at once, since one call for each line would cost more than all the rest. Only new
 * text is searched, so the cost is linear, and a character split between two chunks is decoded whole.
 */
export class LineReader {
	#held: string[] = [];
	#heldCharacters = 0;
	readonly #maxCharacters: number;
	readonly #decoder = new TextDecoder();

	constructor(maxCharacters: number) {
		this.#maxCharacters = maxCharacters;
	}

	push(bytes: Uint8Array): string[] {
		const text = this.#decoder.decode(bytes, { stream: true });
		const lines: string[] = [];
		let start = 0;
		for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
			lines.push(this.#take(text.slice(start, end)));
			start = end + 1;
		}
		if (start < text.length) this.#hold(text.slice(start));
		return lines;
	}

	/** The unterminated last line. */
	rest(): string {
		return this.#take(this.#decoder.decode());
	}

	#hold(text: string): void {
		this.#held.push(text);
		this.#heldCharacters += text.length;
		if (this.#heldCharacters > this.#maxCharacters) {
			throw overLimit("one line of it did not end", inMegabytes(this.#maxCharacters));
		}
	}

	#take(last: string): string {
		let line = last;
		if (this.#held.length > 0) {
			line = this.#held.join("") + last;
			this.#held = [];
			this.#heldCharacters = 0;
		}
		return line.endsWith("\r") ? line.slice(0, -1) : line;
	}
}
