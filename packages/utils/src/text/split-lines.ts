export interface LineOptions {
	readonly maxBytes: number;
	readonly onLine: (line: string) => void;
	/** A line was too long to keep; its first and last bytes are all that is left of it. */
	readonly onTooLong: (bytes: number, ends: string) => void;
}

const newline = 10;
const endBytes = 2048;

/** Splits bytes into lines. Never holds more than the longest line it may give. */
export class LineSplitter {
	readonly #options: LineOptions;
	readonly #decoder = new TextDecoder();
	#parts: Uint8Array[] = [];
	#bytes = 0;
	/** Of a line that is too long: how it began and how it goes on. */
	#head: Uint8Array | undefined;
	#tail = new Uint8Array();

	constructor(options: LineOptions) {
		this.#options = options;
	}

	push(chunk: Uint8Array): void {
		let start = 0;
		for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
			this.#add(chunk.subarray(start, end));
			this.#endLine();
			start = end + 1;
		}
		// The stream may reuse its buffer.
		if (start < chunk.length) this.#add(chunk.slice(start));
	}

	#add(part: Uint8Array): void {
		this.#bytes += part.length;
		if (this.#head) {
			this.#tail = joined([this.#tail, part.slice(-endBytes)]).slice(-endBytes);
			return;
		}
		this.#parts.push(part);
		if (this.#bytes <= this.#options.maxBytes) return;
		const all = joined(this.#parts);
		this.#parts = [];
		this.#head = all.slice(0, endBytes);
		this.#tail = all.slice(-endBytes);
	}

	#endLine(): void {
		const parts = this.#parts;
		const bytes = this.#bytes;
		const head = this.#head;
		this.#parts = [];
		this.#bytes = 0;
		this.#head = undefined;
		if (head) this.#options.onTooLong(bytes, `${this.#decoder.decode(head)}\n${this.#decoder.decode(this.#tail)}`);
		else if (bytes > 0) this.#options.onLine(this.#decoder.decode(joined(parts)));
	}
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
	const only = parts.length === 1 ? parts[0] : undefined;
	if (only) return new Uint8Array(only);
	const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
	let offset = 0;
	for (const part of parts) {
		all.set(part, offset);
		offset += part.length;
	}
	return all;
}
