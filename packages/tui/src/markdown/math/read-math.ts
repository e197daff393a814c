import {
	accents,
	blackboard,
	calligraphic,
	fractions,
	functionNames,
	plainCommands,
	signs,
	silentCommands,
	subscripts,
	superscripts,
} from "./math-symbols.data.ts";

/** LaTeX math as Unicode text, as far as that is readable; a command that is not known stays as it was typed. */
export function readMath(source: string): string {
	return new MathReader(source)
		.read()
		.replace(/[ \t]+/g, " ")
		.replace(/ ?\n ?/g, "\n")
		.trim();
}

class MathReader {
	readonly #source: string;
	#at = 0;

	constructor(source: string) {
		this.#source = source;
	}

	read(): string {
		let text = "";
		while (this.#at < this.#source.length) text += this.#next(text);
		return text;
	}

	/** The next sign, group or command; `before` is what has been read. */
	#next(before: string): string {
		const sign = this.#source[this.#at++] ?? "";
		switch (sign) {
			case "\\":
				return this.#command(before);
			case "{":
				return readGroup(this.#untilBrace());
			case "^":
				return raised(this.#argument(), superscripts, "^");
			case "_":
				return raised(this.#argument(), subscripts, "_");
			case "'":
				return "′";
			case "~":
				return " ";
			case "&":
				return "";
			case "\n":
				return " ";
			default:
				return sign;
		}
	}

	#command(before: string): string {
		const [name = ""] = /^(?:[A-Za-z]+\*?|[\s\S])?/.exec(this.#source.slice(this.#at)) ?? [];
		this.#at += name.length;
		if (name === "\\") return "\n";
		if (/^[{}$%#&_|]$/.test(name)) return name === "|" ? "‖" : name;
		const known = signs.get(name);
		if (known !== undefined) return this.#afterName(known);
		const silent = silentCommands.get(name);
		if (silent !== undefined) return this.#silent(name, silent);
		if (functionNames.has(name)) return this.#functionName(name, before);
		return this.#withArguments(name);
	}

	/** The blank that ends the name of a prefix is no space. */
	#afterName(text: string): string {
		if (/[∂∇∀∃∄¬√]/.test(text) && this.#source[this.#at] === " ") this.#at++;
		return text;
	}

	/** `\left.` shows nothing, other delimiters follow by themselves. */
	#silent(name: string, text: string): string {
		if ((name === "left" || name === "right") && this.#source[this.#at] === ".") this.#at++;
		return text;
	}

	/** `sin x`, with a space between it and a letter on either side. */
	#functionName(name: string, before: string): string {
		const space = /[\p{L}\p{N})\]]$/u.test(before) ? " " : "";
		const after = /^[A-Za-z0-9\\]/.test(this.#source.slice(this.#at)) ? " " : "";
		return space + (name === "bmod" ? "mod" : name) + after;
	}

	#withArguments(name: string): string {
		if (plainCommands.has(name)) return this.#hasArgument() ? this.#plainArgument(name) : "";
		const accent = accents.get(name);
		if (accent !== undefined) return [...this.#argument()].map((letter) => letter + accent).join("");
		switch (name) {
			case "frac":
			case "dfrac":
			case "tfrac":
				return fraction(this.#argument(), this.#argument());
			case "binom":
				return `(${this.#argument()} choose ${this.#argument()})`;
			case "sqrt":
				return this.#root();
			case "mathbb":
				return mapped(this.#argument(), blackboard);
			case "mathcal":
			case "mathscr":
				return mapped(this.#argument(), calligraphic);
			case "pmod":
				return ` (mod ${this.#argument()})`;
			case "not":
				return `${this.#argument()}\u0338`;
			case "begin":
				return this.#environment();
			default:
				return `\\${name}${this.#groups()}`;
		}
	}

	/** Text is not math: its blanks and signs stay. */
	#plainArgument(name: string): string {
		if (!name.startsWith("text") && name !== "mbox" && name !== "hbox") return this.#argument();
		while (this.#source[this.#at] === " ") this.#at++;
		if (this.#source[this.#at] !== "{") return this.#argument();
		this.#at++;
		return this.#untilBrace();
	}

	#root(): string {
		let degree = "";
		if (this.#source[this.#at] === "[") {
			const end = this.#source.indexOf("]", this.#at);
			if (end === -1) return "√";
			degree = readMath(this.#source.slice(this.#at + 1, end));
			this.#at = end + 1;
		}
		const sign = { "": "√", "2": "√", "3": "∛", "4": "∜" }[degree] ?? `${raised(degree, superscripts, "")}√`;
		return sign + grouped(this.#argument());
	}

	/** Rows of a matrix are separated by `;`, those of aligned equations stand below each other. */
	#environment(): string {
		const name = this.#argumentSource();
		const end = `\\end{${name}}`;
		const close = this.#source.indexOf(end, this.#at);
		const body = this.#source.slice(this.#at, close === -1 ? undefined : close);
		this.#at = close === -1 ? this.#source.length : close + end.length;
		const rows = body
			.replace(/^\{[lcr|\s]*\}/, "")
			.split("\\\\")
			.map((row) => row.split("&").map((cell) => readMath(cell)))
			.filter((cells) => cells.some((cell) => cell !== ""));
		if (name.startsWith("cases")) return `{ ${rows.map((cells) => cells.join(" ")).join("; ")}`;
		const brackets = {
			matrix: "[]",
			bmatrix: "[]",
			pmatrix: "()",
			vmatrix: "||",
			Bmatrix: "{}",
			array: "[]",
			smallmatrix: "[]",
		}[name.replace(/\*$/, "")];
		if (brackets === undefined) return rows.map((cells) => cells.filter(Boolean).join(" ")).join("\n");
		return `${brackets[0]}${rows.map((cells) => cells.join(" ")).join("; ")}${brackets[1]}`;
	}

	/** The groups that follow, as they were typed. */
	#groups(): string {
		let text = "";
		while (this.#source[this.#at] === "{") text += `{${this.#argumentSource()}}`;
		return text;
	}

	#hasArgument(): boolean {
		return /^\s*\S/.test(this.#source.slice(this.#at));
	}

	#argument(): string {
		while (this.#source[this.#at] === " ") this.#at++;
		if (this.#source[this.#at] === "{") return readMath(this.#argumentSource());
		return this.#at < this.#source.length ? this.#next("").trim() : "";
	}

	#argumentSource(): string {
		if (this.#source[this.#at] !== "{") return "";
		this.#at++;
		return this.#untilBrace();
	}

	/** What is inside a group; behind its closing brace afterwards. */
	#untilBrace(): string {
		let depth = 1;
		const start = this.#at;
		for (; this.#at < this.#source.length; this.#at++) {
			const sign = this.#source[this.#at];
			if (sign === "\\") this.#at++;
			else if (sign === "{") depth++;
			else if (sign === "}" && --depth === 0) return this.#source.slice(start, this.#at++);
		}
		return this.#source.slice(start);
	}
}

function readGroup(source: string): string {
	return new MathReader(source).read();
}

function fraction(top: string, bottom: string): string {
	return fractions.get(`${top}/${bottom}`) ?? `${grouped(top)}/${grouped(bottom)}`;
}

/** In parentheses unless it is one number, name or sign. */
function grouped(text: string): string {
	return /^(?:[\p{L}\p{M}\p{N}.′]+|\(.*\)|.?)$/u.test(text) && !/^\(.*\).*\(/.test(text) ? text : `(${text})`;
}

/** Small signs where all of it has them; otherwise `^(…)` or `_(…)`. */
function raised(text: string, small: ReadonlyMap<string, string>, mark: string): string {
	const compact = text.replaceAll(" ", "");
	if (compact !== "" && [...compact].every((letter) => small.has(letter))) return mapped(compact, small);
	// A prime stands raised already, and so does a degree sign.
	if (mark === "^" && (text === "′" || text === "∘")) return text === "∘" ? "°" : text;
	return [...text].length === 1 ? mark + text : `${mark}(${text})`;
}

function mapped(text: string, letters: ReadonlyMap<string, string>): string {
	return [...text].map((letter) => letters.get(letter) ?? letter).join("");
}
