/** Which styles and which link hold at some point of a line, so that a later row can begin with them. */
export class StyleState {
	/** What ends a style → the sequence that began it. */
	readonly #open = new Map<string, string>();
	#link = "";

	/** Takes note of one escape sequence. Anything but SGR and OSC 8 changes nothing. */
	apply(sequence: string): void {
		if (sequence.startsWith("\x1b]8;")) {
			const target = sequence.slice(sequence.indexOf(";", 4) + 1).replace(/(?:\x07|\x1b\\)$/, "");
			this.#link = target === "" ? "" : sequence;
		} else if (sequence.startsWith("\x1b[") && sequence.endsWith("m")) {
			this.#applySgr(sequence.slice(2, -1));
		}
	}

	get isPlain(): boolean {
		return this.#open.size === 0 && this.#link === "";
	}

	/** Begins everything that holds. */
	opening(): string {
		let sequences = this.#link;
		for (const sequence of this.#open.values()) sequences += sequence;
		return sequences;
	}

	/** Ends everything that holds, one by one, so that a style put around the whole row survives. */
	closing(): string {
		let sequences = "";
		for (const end of this.#open.keys()) sequences += `\x1b[${end}m`;
		return this.#link === "" ? sequences : `${sequences}\x1b]8;;\x1b\\`;
	}

	#applySgr(parameters: string): void {
		const codes = parameters.split(";");
		for (let index = 0; index < codes.length; index++) {
			const code = codes[index] ?? "";
			const kind = Number.parseInt(code, 10) || 0;
			if ((kind === 38 || kind === 48 || kind === 58) && !code.includes(":")) {
				const length = codes[index + 1] === "5" ? 3 : 5;
				this.#set(kind, codes.slice(index, index + length).join(";"));
				index += length - 1;
			} else {
				this.#set(kind, code);
			}
		}
	}

	#set(kind: number, code: string): void {
		if (kind === 0) this.#open.clear();
		else if (code.startsWith("4:0")) this.#open.delete("24");
		else if (ENDS.has(kind)) this.#open.delete(String(kind));
		else this.#begin(endOf(kind), code);
	}

	#begin(end: string | undefined, code: string): void {
		if (!end) return;
		// Bold and dim share one end but hold together, so the later must not replace the earlier.
		const previous = end === "22" ? (this.#open.get(end) ?? "") : "";
		const sequence = `\x1b[${code}m`;
		this.#open.delete(end);
		this.#open.set(end, previous.includes(sequence) ? previous : previous + sequence);
	}
}

const ENDS = new Set([22, 23, 24, 25, 27, 28, 29, 39, 49, 55, 59]);

function endOf(kind: number): string | undefined {
	if (kind === 1 || kind === 2) return "22";
	if (kind === 3) return "23";
	if (kind === 4 || kind === 21) return "24";
	if (kind === 5 || kind === 6) return "25";
	if (kind === 7) return "27";
	if (kind === 8) return "28";
	if (kind === 9) return "29";
	if ((kind >= 30 && kind <= 38) || (kind >= 90 && kind <= 97)) return "39";
	if ((kind >= 40 && kind <= 48) || (kind >= 100 && kind <= 107)) return "49";
	if (kind === 53) return "55";
	if (kind === 58) return "59";
	return undefined;
}
