/**
 * Where and why a text is not valid JSON (comments and trailing commas allowed): `file:line:column: …`; `undefined` if
 * it is valid.
 */
export function findJsonProblem(text: string, path: string): string | undefined {
	const scanner = new JsonScanner(text);
	const expected = scanner.problem();
	if (expected === undefined) return undefined;
	const before = text.slice(0, scanner.offset).split("\n");
	return `${path}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}: expected ${expected}`;
}

const blank = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const scalar =
	/"(?:[^"\\\n]|\\(?:["\\/bfnrt]|u[0-9a-f]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?|true\b|false\b|null\b/iy;
const name = /"(?:[^"\\\n]|\\.)*"/y;

/** Reads until the first syntax error and stays there. The built-in parsers do not report a position. */
class JsonScanner {
	readonly #text: string;
	offset = 0;

	constructor(text: string) {
		this.#text = text;
	}

	/** What was expected where the scanner stopped. */
	problem(): string | undefined {
		return this.#value() ?? (this.#skipBlank() < this.#text.length ? "the end" : undefined);
	}

	#value(): string | undefined {
		this.#skipBlank();
		if (this.#take("{")) return this.#entries("}", () => this.#entry());
		if (this.#take("[")) return this.#entries("]", () => this.#value());
		return this.#match(scalar) ? undefined : 'a value: text in quotes, a number, true, false, null, "[" or "{"';
	}

	#entry(): string | undefined {
		if (!this.#match(name)) return 'a name in quotes or "}"';
		this.#skipBlank();
		return this.#take(":") ? this.#value() : '":"';
	}

	#entries(end: string, readOne: () => string | undefined): string | undefined {
		for (;;) {
			this.#skipBlank();
			if (this.#take(end)) return undefined;
			const problem = readOne();
			if (problem !== undefined) return problem;
			this.#skipBlank();
			if (this.#take(end)) return undefined;
			if (!this.#take(",")) return `"," or "${end}"`;
		}
	}

	#skipBlank(): number {
		this.#match(blank);
		return this.offset;
	}

	#take(sign: string): boolean {
		if (!this.#text.startsWith(sign, this.offset)) return false;
		this.offset += sign.length;
		return true;
	}

	#match(pattern: RegExp): boolean {
		pattern.lastIndex = this.offset;
		const [found] = pattern.exec(this.#text) ?? [];
		if (found === undefined) return false;
		this.offset += found.length;
		return true;
	}
}
