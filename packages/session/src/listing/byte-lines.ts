const NEWLINE = 10;

/** Lines of a byte buffer, decoded on demand. */
export class ByteLines {
	readonly #starts: number[] = [0];

	constructor(private readonly bytes: Buffer) {
		for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) this.#starts.push(at + 1);
	}

	get count(): number {
		return this.#starts.length;
	}

	/** Empty if there is no such line. */
	text(index: number): string {
		const start = this.#starts[index] ?? this.bytes.length;
		const next = this.#starts[index + 1];
		return this.bytes.toString("utf8", start, next === undefined ? this.bytes.length : next - 1);
	}

	startsWith(index: number, prefix: Buffer): boolean {
		const start = this.#starts[index] ?? this.bytes.length;
		const end = start + prefix.length;
		return end <= this.bytes.length && this.bytes.compare(prefix, 0, prefix.length, start, end) === 0;
	}

	countStartingWith(prefix: Buffer): number {
		let count = 0;
		for (let index = 0; index < this.count; index++) if (this.startsWith(index, prefix)) count++;
		return count;
	}
}
