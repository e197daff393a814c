/** Takes bytes apart into the texts between separators, whatever chunks they come in. */
export class Records {
	readonly #decoder = new TextDecoder();
	readonly #separator: string;
	#rest = "";

	constructor(separator: string) {
		this.#separator = separator;
	}

	push(bytes: Uint8Array): string[] {
		const records = (this.#rest + this.#decoder.decode(bytes, { stream: true })).split(this.#separator);
		this.#rest = records.pop() ?? "";
		return records;
	}
}
