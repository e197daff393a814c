/**
 * Whether a sed script only prints, deletes and replaces text. It is read the way sed reads it; where versions of sed differ
 * (a delimiter in a bracket expression), or where it could write, read or run something, the answer is no.
 */
export function isPlainSedScript(script: string): boolean {
	const reader = new SedReader(script);
	return reader.readScript() && reader.isAtEnd;
}

class SedReader {
	readonly #text: string;
	#at = 0;
	#depth = 0;

	constructor(text: string) {
		this.#text = text;
	}

	get isAtEnd(): boolean {
		return this.#at >= this.#text.length && this.#depth === 0;
	}

	readScript(): boolean {
		for (;;) {
			this.#skip(/[\s;]*/y);
			if (this.#at >= this.#text.length) return true;
			if (this.#take("#")) this.#skip(/[^\n]*/y);
			else if (this.#take("}")) {
				if (--this.#depth < 0) return false;
			} else if (!this.#readCommand()) return false;
		}
	}

	#readCommand(): boolean {
		if (!this.#readAddresses()) return false;
		const command = this.#text[this.#at++] ?? "";
		if (command === "{") {
			this.#depth++;
			return true;
		}
		if (command === "s") return this.#readSubstitution();
		if (command === "y") return this.#readTransliteration();
		if (/[aic]/.test(command)) return this.#readLines();
		if (/[btT:]/.test(command)) return this.#skip(/[ \t]*\w*[ \t]*/y) && this.#ends();
		if (/[qQlL]/.test(command)) return this.#skip(/[ \t]*\d*[ \t]*/y) && this.#ends();
		return /[pPdDnNgGhHxz=]/.test(command) && this.#skip(/[ \t]*/y) && this.#ends();
	}

	/** Nothing but the end of a command may follow: words behind it could belong to it. */
	#ends(): boolean {
		const next = this.#text[this.#at];
		return next === undefined || /[;\n}]/.test(next);
	}

	#readAddresses(): boolean {
		const first = this.#readAddress();
		if (first === "broken") return false;
		if (first === "read") {
			this.#skip(/[ \t]*/y);
			if (this.#take(",")) {
				this.#skip(/[ \t]*[+~]?/y);
				if (this.#readAddress() !== "read") return false;
			}
		}
		this.#skip(/[ \t]*!?[ \t]*/y);
		return true;
	}

	#readAddress(): "read" | "none" | "broken" {
		if (this.#skip(/\d+(?:~\d+)?|\$/y, { some: true })) return "read";
		const isCustom = this.#text[this.#at] === "\\";
		if (!isCustom && this.#text[this.#at] !== "/") return "none";
		if (isCustom) this.#at++;
		const delimiter = this.#text[this.#at++] ?? "";
		if (!isDelimiter(delimiter) || !this.#readPattern(delimiter)) return "broken";
		this.#skip(/[IM]*/y);
		return "read";
	}

	#readSubstitution(): boolean {
		const delimiter = this.#text[this.#at++] ?? "";
		if (!isDelimiter(delimiter) || !this.#readPattern(delimiter) || !this.#readPlain(delimiter)) return false;
		return this.#skip(/[gpiIm\d]*[ \t]*/y) && this.#ends();
	}

	#readTransliteration(): boolean {
		const delimiter = this.#text[this.#at++] ?? "";
		if (!isDelimiter(delimiter) || !this.#readPlain(delimiter) || !this.#readPlain(delimiter)) return false;
		return this.#skip(/[ \t]*/y) && this.#ends();
	}

	/** Up to the delimiter, with bracket expressions in which it must not stand. */
	#readPattern(delimiter: string): boolean {
		for (; this.#at < this.#text.length; this.#at++) {
			const char = this.#text[this.#at];
			if (char === delimiter) {
				this.#at++;
				return true;
			}
			if (char === "\n") return false;
			if (char === "\\") {
				if (this.#text[++this.#at] === "\n") return false;
			} else if (char === "[" && !this.#readBracket(delimiter)) return false;
		}
		return false;
	}

	#readBracket(delimiter: string): boolean {
		const start = /\[\^?\]?/y;
		start.lastIndex = this.#at;
		this.#at += start.exec(this.#text)?.[0].length ?? 1;
		for (; this.#at < this.#text.length; this.#at++) {
			const char = this.#text[this.#at];
			if (char === "]") return true;
			const next = this.#text[this.#at + 1];
			if (char === delimiter || char === "\n") return false;
			if (char === "\\" && (next === "]" || next === delimiter || next === "\\")) return false;
			if (char === "[" && /[:.=]/.test(next ?? "")) {
				const end = this.#text.indexOf(`${next}]`, this.#at + 2);
				if (end === -1 || this.#text.slice(this.#at, end).includes(delimiter)) return false;
				this.#at = end + 1;
			}
		}
		return false;
	}

	#readPlain(delimiter: string): boolean {
		for (; this.#at < this.#text.length; this.#at++) {
			const char = this.#text[this.#at];
			if (char === delimiter) {
				this.#at++;
				return true;
			}
			if (char === "\n") return false;
			if (char === "\\") this.#at++;
		}
		return false;
	}

	/** The text of `a`, `i` and `c`, to the end of its last line. */
	#readLines(): boolean {
		for (; this.#at < this.#text.length && this.#text[this.#at] !== "\n"; this.#at++) {
			if (this.#text[this.#at] === "\\") this.#at++;
		}
		return true;
	}

	#take(char: string): boolean {
		if (this.#text[this.#at] !== char) return false;
		this.#at++;
		return true;
	}

	#skip(pattern: RegExp, { some = false } = {}): boolean {
		pattern.lastIndex = this.#at;
		const [found = ""] = pattern.exec(this.#text) ?? [];
		this.#at += found.length;
		return !some || found !== "";
	}
}

function isDelimiter(char: string): boolean {
	return /^[^\w\s\\;{}[\]]$/.test(char);
}
