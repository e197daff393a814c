import { type StyleBeginning, type StyleChange, styleChanges } from "./style-changes.ts";

/** The active styles and link at some point of a line, so that a later row can start with them. */
export class StyleState {
	/** End code → the sequence that started the style. */
	readonly #open = new Map<string, string>();
	#link = "";

	/** Processes one escape sequence. Only SGR and OSC 8 have an effect. */
	apply(sequence: string): void {
		if (sequence.startsWith("\x1b]8;")) {
			const target = sequence.slice(sequence.indexOf(";", 4) + 1).replace(/(?:\x07|\x1b\\)$/, "");
			this.#link = target === "" ? "" : sequence;
		} else if (sequence.startsWith("\x1b[") && sequence.endsWith("m")) {
			for (const change of styleChanges(sequence)) this.#change(change);
		}
	}

	get isPlain(): boolean {
		return this.#open.size === 0 && this.#link === "";
	}

	/** Starts all active styles. */
	opening(): string {
		let sequences = this.#link;
		for (const sequence of this.#open.values()) sequences += sequence;
		return sequences;
	}

	/** Ends all active styles one by one, so that a style around the whole row survives. */
	closing(): string {
		let sequences = "";
		for (const end of this.#open.keys()) sequences += `\x1b[${end}m`;
		return this.#link === "" ? sequences : `${sequences}\x1b]8;;\x1b\\`;
	}

	#change(change: StyleChange): void {
		if (change.kind === "clear") this.#open.clear();
		else if (change.kind === "end") this.#open.delete(change.end);
		else this.#begin(change);
	}

	#begin({ end, sequence }: StyleBeginning): void {
		// Bold and dim share one end code but can both be active, so the later must not replace the earlier.
		const previous = end === "22" ? (this.#open.get(end) ?? "") : "";
		this.#open.delete(end);
		this.#open.set(end, previous.includes(sequence) ? previous : previous + sequence);
	}
}
