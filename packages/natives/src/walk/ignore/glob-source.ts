/**
 * Regular expression source for a glob of an ignore file, as ripgrep interprets them: `*` and `?` do not cross `/`, a
 * `**` segment does. `undefined` for an invalid glob.
 */
export function globSource(glob: string): string | undefined {
	const source = new GlobParser(glob).parse();
	return source === anyPrefix ? ".*" : source;
}

const segmentRest = "[^/]*";
const anyPrefix = "(?:/?|.*/)";
const anySuffix = "/.*";
const anyBetween = "(?:/|/.*/)";

class GlobParser {
	readonly #glob: string;
	#index = 0;
	/** The alternatives of each open `{…}`, innermost last; the first is the glob itself. */
	readonly #open: string[][][] = [[[]]];

	constructor(glob: string) {
		this.#glob = glob;
	}

	parse(): string | undefined {
		while (this.#index < this.#glob.length) {
			if (!this.#next()) return undefined;
		}
		return this.#open.length === 1 ? this.#pieces.join("") : undefined;
	}

	/** Returns whether the glob is still valid. */
	#next(): boolean {
		const char = this.#take();
		switch (char) {
			case "*":
				this.#star();
				return true;
			case "?":
				return this.#push("[^/]");
			case "[":
				return this.#class();
			case "{":
				this.#open.push([[]]);
				return true;
			case "}":
				return this.#close();
			case ",":
				if (this.#open.length === 1) return this.#push(",");
				this.#open.at(-1)?.push([]);
				return true;
			case "\\":
				return this.#index < this.#glob.length && this.#push(RegExp.escape(this.#take()));
			default:
				return this.#push(RegExp.escape(char));
		}
	}

	#star(): void {
		const before = this.#glob[this.#index - 2];
		if (this.#peek() !== "*") {
			this.#push(segmentRest);
			return;
		}
		this.#index++;
		const after = this.#peek();
		if (this.#pieces.length === 0 && (after === undefined || after === "/")) {
			this.#index++;
			this.#push(anyPrefix);
			return;
		}
		const endsHere = after === undefined || (this.#open.length > 1 && (after === "," || after === "}"));
		if (this.#pieces.length === 0 || before !== "/" || !(endsHere || after === "/")) {
			this.#push(segmentRest);
			return;
		}
		if (!endsHere) this.#index++;
		// Replaces the slash before it.
		const last = this.#pieces.pop();
		if (last === anyPrefix || last === anySuffix) this.#push(last);
		else this.#push(endsHere ? anySuffix : anyBetween);
	}

	#class(): boolean {
		const isNegated = this.#peek() === "!" || this.#peek() === "^";
		if (isNegated) this.#index++;
		const ranges: Array<{ from: string; to: string }> = [];
		let inRange = false;
		for (let isFirst = true; ; isFirst = false) {
			if (this.#index >= this.#glob.length) return false;
			const char = this.#take();
			const last = ranges.at(-1);
			if (char === "]" && !isFirst) break;
			if (inRange && last) {
				if (last.from > char) return false;
				last.to = char;
				inRange = false;
			} else if (char === "-" && !isFirst) inRange = true;
			else ranges.push({ from: char, to: char });
		}
		if (inRange) ranges.push({ from: "-", to: "-" });
		const inside = ranges.map(({ from, to }) => `${RegExp.escape(from)}-${RegExp.escape(to)}`).join("");
		return this.#push(isNegated ? `[^/${inside}]` : `[${inside}]`);
	}

	#close(): boolean {
		if (this.#open.length === 1) return false;
		const branches = (this.#open.pop() ?? []).map((pieces) => pieces.join("")).filter((branch) => branch !== "");
		return this.#push(`(?:${branches.join("|")})`);
	}

	get #pieces(): string[] {
		return this.#open.at(-1)?.at(-1) ?? [];
	}

	#push(piece: string): true {
		this.#pieces.push(piece);
		return true;
	}

	#peek(): string | undefined {
		return this.#glob[this.#index];
	}

	#take(): string {
		return this.#glob[this.#index++] ?? "";
	}
}
