/** `stdout` and `stderr` are the program's; `console` is the adapter's own. */
export type OutputCategory = "stdout" | "stderr" | "console";

interface Piece {
	readonly category: OutputCategory;
	readonly text: string;
	/** How many characters came before it. */
	readonly start: number;
}

export interface OutputText {
	readonly text: string;
	/** Characters that were dropped because there were too many. */
	readonly dropped: number;
}

const ringChars = 128 * 1024;

/** The last of what a program and its adapter wrote. */
export class OutputRing {
	#pieces: Piece[] = [];
	#kept = 0;
	#total = 0;
	/** Up to here it was handed out by `takeNew`. */
	#taken = 0;

	push(category: OutputCategory, text: string): void {
		if (text === "") return;
		const last = text.slice(-ringChars);
		this.#pieces.push({ category, text: last, start: this.#total + text.length - last.length });
		this.#total += text.length;
		this.#kept += last.length;
		let count = 0;
		while (this.#kept - (this.#pieces[count]?.text.length ?? 0) >= ringChars && count < this.#pieces.length - 1) {
			this.#kept -= this.#pieces[count]?.text.length ?? 0;
			count++;
		}
		if (count > 0) this.#pieces.splice(0, count);
	}

	/** Everything that is kept, of the adapter, too. */
	all(): OutputText {
		this.#taken = this.#total;
		return { text: this.#pieces.map(({ text }) => text).join(""), dropped: this.#total - this.#kept };
	}

	/** What the program wrote since the last time. */
	takeNew(): OutputText {
		const from = this.#taken;
		this.#taken = this.#total;
		const fresh = this.#pieces.filter(({ start, text }) => start + text.length > from);
		const texts = fresh.map(({ category, text, start }) =>
			category === "console" ? "" : text.slice(Math.max(0, from - start)),
		);
		return { text: texts.join(""), dropped: Math.max(0, (fresh[0]?.start ?? from) - from) };
	}
}
