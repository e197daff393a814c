/** Broken framing: where the next message begins is not known any more. */
export class FramingError extends Error {
	override readonly name = "FramingError";
}

export interface ContentLengthOptions {
	/** Of one message. */
	readonly maxBytes: number;
	readonly onMessage: (text: string) => void;
}

const carriageReturn = 13;
const newline = 10;
/** Real headers have about thirty bytes. */
const maxHeaderBytes = 4096;
const encoder = new TextEncoder();

/** `Content-Length: 12\r\n\r\n{…}`, as language servers and debug adapters speak it. */
export function encodeContentLength(text: string): Uint8Array {
	const body = encoder.encode(text);
	const header = encoder.encode(`Content-Length: ${body.length}\r\n\r\n`);
	const frame = new Uint8Array(header.length + body.length);
	frame.set(header);
	frame.set(body, header.length);
	return frame;
}

/** Splits bytes into messages. Throws a `FramingError` for anything else, after which it is of no use. */
export class ContentLengthReader {
	readonly #options: ContentLengthOptions;
	readonly #decoder = new TextDecoder();
	#header: number[] = [];
	/** The body that is being received, and how much of it there is. */
	#body: Uint8Array | undefined;
	#received = 0;

	constructor(options: ContentLengthOptions) {
		this.#options = options;
	}

	push(chunk: Uint8Array): void {
		let start = 0;
		while (start < chunk.length) {
			if (this.#body) {
				start += this.#addToBody(this.#body, chunk.subarray(start));
				continue;
			}
			const bodyStart = this.#readHeader(chunk, start);
			if (bodyStart === undefined) return;
			start = bodyStart;
			const length = this.#endHeader();
			// Most messages arrive whole and need no copy.
			if (start + length <= chunk.length) {
				this.#deliver(chunk.subarray(start, start + length));
				start += length;
			} else {
				this.#body = new Uint8Array(length);
				this.#received = 0;
			}
		}
	}

	/** Where the body begins, once the empty line has come. */
	#readHeader(chunk: Uint8Array, start: number): number | undefined {
		const header = this.#header;
		for (let index = start; index < chunk.length; index++) {
			const byte = chunk[index] ?? 0;
			if (byte === carriageReturn) continue;
			if (byte === newline && header.at(-1) === newline) return index + 1;
			// Some servers put an empty line between two messages.
			if (byte === newline && header.length === 0) continue;
			header.push(byte);
			if (header.length > maxHeaderBytes) throw new FramingError(`no message: ${this.#shownHeader()}`);
		}
		return undefined;
	}

	#endHeader(): number {
		const length = /^content-length:[ \t]*(\d{1,12})[ \t]*$/im.exec(
			this.#decoder.decode(Uint8Array.from(this.#header)),
		);
		if (!length) throw new FramingError(`a header without a Content-Length: ${this.#shownHeader()}`);
		this.#header = [];
		const bytes = Number(length[1]);
		if (bytes > this.#options.maxBytes) {
			throw new FramingError(`a message of ${bytes} bytes, more than ${this.#options.maxBytes}`);
		}
		return bytes;
	}

	#shownHeader(): string {
		return JSON.stringify(this.#decoder.decode(Uint8Array.from(this.#header.slice(0, 200))).trim());
	}

	#addToBody(body: Uint8Array, rest: Uint8Array): number {
		const part = rest.subarray(0, body.length - this.#received);
		body.set(part, this.#received);
		this.#received += part.length;
		if (this.#received === body.length) {
			this.#body = undefined;
			this.#deliver(body);
		}
		return part.length;
	}

	#deliver(body: Uint8Array): void {
		this.#options.onMessage(this.#decoder.decode(body));
	}
}
