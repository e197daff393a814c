const start = 0x1e;
const newline = 0x0a;
/** Greetings of a login shell are shorter. */
const maxBefore = 64 * 1024;

/** Takes the mark out of a stream, with all that start files of the shell printed before it. */
export class MarkedOutput {
	/** The process group of the command; `undefined` until the mark was there. */
	groupId: number | undefined;
	readonly #mark: Uint8Array;
	readonly #onData: (bytes: Uint8Array) => void;
	#held: Uint8Array | undefined = new Uint8Array();

	constructor(token: string, onData: (bytes: Uint8Array) => void) {
		this.#mark = Buffer.concat([Uint8Array.of(start), Buffer.from(`${token} `)]);
		this.#onData = onData;
	}

	push(bytes: Uint8Array): void {
		if (!this.#held) {
			this.#onData(bytes);
			return;
		}
		this.#held = Buffer.concat([this.#held, bytes]);
		const at = Buffer.from(this.#held).indexOf(this.#mark);
		const end = at === -1 ? -1 : this.#held.indexOf(newline, at);
		if (end !== -1) {
			this.groupId = Number(Buffer.from(this.#held.subarray(at + this.#mark.length, end)).toString());
			const rest = this.#held.subarray(end + 1);
			this.#held = undefined;
			if (rest.length > 0) this.#onData(rest);
		} else if (at === -1 && this.#held.length > maxBefore) this.end();
	}

	/** What came without a mark is output too. */
	end(): void {
		const held = this.#held;
		this.#held = undefined;
		if (held && held.length > 0) this.#onData(held);
	}
}
