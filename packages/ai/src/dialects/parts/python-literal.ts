/** Parses Python calls and literals; throws a `SyntaxError`. */
export class PythonReader {
	readonly #text: string;
	#at = 0;

	constructor(text: string) {
		this.#text = text;
	}

	/** True if only blanks are left. */
	get isAtEnd(): boolean {
		this.#skipBlanks();
		return this.#at >= this.#text.length;
	}

	take(token: string): boolean {
		this.#skipBlanks();
		if (!this.#text.startsWith(token, this.#at)) return false;
		this.#at += token.length;
		return true;
	}

	/** `module.name(key=value, …)`; a truncated call keeps its complete values. */
	call(): { name: string; arguments: Record<string, unknown> } {
		const name =
			this.#word(/[\w.]+/y)
				.split(".")
				.at(-1) ?? "";
		if (!this.take("(")) throw new SyntaxError("a call needs an opening bracket");
		const args: Record<string, unknown> = {};
		while (!this.take(")")) {
			if (this.isAtEnd) break;
			const key = this.#word(/\w+/y);
			if (!this.take("=")) throw new SyntaxError(`${key} needs a value`);
			args[key] = this.value();
			if (!this.take(",") && !this.isAtEnd && this.#text[this.#at] !== ")") throw new SyntaxError("a comma is missing");
		}
		return { name, arguments: args };
	}

	value(): unknown {
		this.#skipBlanks();
		const character = this.#text[this.#at];
		if (character === "[" || character === "(") return this.#list(character === "[" ? "]" : ")");
		if (character === "{") return this.#dictionary();
		if (character === '"' || character === "'") return this.#string();
		const word = this.#word(/[-+\w.]+/y);
		if (word === "True" || word === "true") return true;
		if (word === "False" || word === "false") return false;
		if (word === "None" || word === "null") return null;
		const number = Number(word);
		if (Number.isNaN(number)) throw new SyntaxError(`${word} is no value`);
		return number;
	}

	#list(close: string): unknown[] {
		this.#at++;
		const items: unknown[] = [];
		while (!this.take(close)) {
			items.push(this.value());
			this.take(",");
		}
		return items;
	}

	#dictionary(): Record<string, unknown> {
		this.#at++;
		const entries: Record<string, unknown> = {};
		while (!this.take("}")) {
			const key = String(this.value());
			if (!this.take(":")) throw new SyntaxError(`${key} needs a value`);
			entries[key] = this.value();
			this.take(",");
		}
		return entries;
	}

	#string(): string {
		const quote = this.#text[this.#at] ?? "";
		const fence = this.#text.startsWith(quote.repeat(3), this.#at) ? quote.repeat(3) : quote;
		this.#at += fence.length;
		const pieces: string[] = [];
		while (!this.#text.startsWith(fence, this.#at)) {
			const character = this.#text[this.#at];
			if (character === undefined) throw new SyntaxError("a text does not end");
			if (character === "\\") pieces.push(this.#escape());
			else {
				pieces.push(character);
				this.#at++;
			}
		}
		this.#at += fence.length;
		return pieces.join("");
	}

	#escape(): string {
		const letter = this.#text[this.#at + 1] ?? "";
		const width = { x: 2, u: 4, U: 8 }[letter];
		const digits = width ? this.#text.slice(this.#at + 2, this.#at + 2 + width) : "";
		this.#at += 2 + digits.length;
		if (width) return String.fromCodePoint(Number.parseInt(digits, 16));
		return { n: "\n", t: "\t", r: "\r", "\n": "" }[letter] ?? letter;
	}

	#word(pattern: RegExp): string {
		this.#skipBlanks();
		pattern.lastIndex = this.#at;
		const found = pattern.exec(this.#text)?.[0];
		if (!found) throw new SyntaxError(`unexpected "${this.#text.slice(this.#at, this.#at + 20)}"`);
		this.#at += found.length;
		return found;
	}

	#skipBlanks(): void {
		while (/\s/.test(this.#text[this.#at] ?? "")) this.#at++;
	}
}

/** A value as Python literal. */
export function pythonLiteral(value: unknown): string {
	if (value === null || value === undefined) return "None";
	if (value === true) return "True";
	if (value === false) return "False";
	if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(", ")}]`;
	if (typeof value !== "object") return JSON.stringify(value);
	const entries = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${pythonLiteral(item)}`);
	return `{${entries.join(", ")}}`;
}
