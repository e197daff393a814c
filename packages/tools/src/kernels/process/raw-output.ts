/** A marker is the number of a cell between two zero bytes; nothing longer is one. */
const maxMarker = 64;

/**
 * What a process writes past the wire, with the markers that say that a cell has ended taken out. Zero bytes that are no
 * marker are output like any other.
 */
export class RawOutput {
	readonly #onText: (text: string) => void;
	readonly #onMarker: (id: string) => void;
	readonly #decoder = new TextDecoder();
	#pending = "";

	constructor(handlers: { onText: (text: string) => void; onMarker: (id: string) => void }) {
		this.#onText = handlers.onText;
		this.#onMarker = handlers.onMarker;
	}

	push(bytes: Uint8Array): void {
		let rest = this.#pending + this.#decoder.decode(bytes, { stream: true });
		for (;;) {
			const start = rest.indexOf("\0");
			if (start === -1) break;
			const end = rest.indexOf("\0", start + 1);
			if (end === -1 && rest.length - start <= maxMarker) {
				this.#say(rest.slice(0, start));
				this.#pending = rest.slice(start);
				return;
			}
			const id = rest.slice(start + 1, end);
			if (end !== -1 && /^[\w-]{1,60}$/.test(id)) {
				this.#say(rest.slice(0, start));
				this.#onMarker(id);
				rest = rest.slice(end + 1);
			} else {
				this.#say(rest.slice(0, start + 1));
				rest = rest.slice(start + 1);
			}
		}
		this.#pending = "";
		this.#say(rest);
	}

	#say(text: string): void {
		if (text !== "") this.#onText(text);
	}
}
