import {
	beside,
	fencedBox,
	fractionBox,
	gridBox,
	limitsBox,
	type MathBox,
	rootBox,
	scriptBox,
	textBox,
} from "./math-box.ts";
import { readMath } from "./read-math.ts";

/** Longer sources and deeper ones are shown in one line. */
const maxLength = 2000;
const maxDepth = 12;

/** Commands that need more than one row. */
const tallCommand =
	/\\(?:[dt]?frac|binom|sqrt|sum|prod|coprod|int|iint|iiint|oint|lim|limsup|liminf|max|min|sup|inf|argmax|argmin|bigcup|bigcap|begin)(?![A-Za-z])/;

/** Signs with limits above and below. */
const limited = new Set(
	"sum prod coprod lim limsup liminf max min sup inf argmax argmin bigcup bigcap bigoplus bigotimes".split(" "),
);

/** Display math in several rows, as it is written on paper; undefined where one row says the same, or where it does not fit. */
export function drawMath(source: string, width: number): string[] | undefined {
	if (source.length > maxLength || !tallCommand.test(source)) return undefined;
	const box = new BoxReader(source, 0).read();
	if (!box || box.rows.length < 2 || box.width > width) return undefined;
	return box.rows.map((row) => row.trimEnd());
}

/** The content of a source that is display math and nothing else. */
export function displayMath(source: string): string | undefined {
	const text = source.trim();
	const [, dollars, brackets] = /^(?:\$\$((?:(?!\$\$)[\s\S])+)\$\$|\\\[((?:(?!\\\])[\s\S])+)\\\])$/.exec(text) ?? [];
	return dollars ?? brackets;
}

/** Reads math into boxes. What fits into a row is left to the reader of inline math. */
class BoxReader {
	readonly #source: string;
	readonly #depth: number;
	#at = 0;
	#boxes: MathBox[] = [];
	/** Source since the last box. */
	#plain = "";

	constructor(source: string, depth: number) {
		this.#source = source;
		this.#depth = depth;
	}

	/** Undefined when it is nested too deep. */
	read(): MathBox | undefined {
		if (this.#depth > maxDepth) return undefined;
		while (this.#at < this.#source.length) if (!this.#next()) return undefined;
		this.#flush();
		return beside(this.#boxes);
	}

	#next(): boolean {
		const rest = this.#source.slice(this.#at);
		const [, name = ""] = /^\\([A-Za-z]+)/.exec(rest) ?? [];
		if (name === "") return this.#sign(rest);
		if (/^[dt]?frac$/.test(name)) return this.#command(name, 2, ([top, bottom]) => fractionBox(top, bottom));
		if (name === "binom") {
			return this.#command(name, 2, ([top, bottom]) =>
				fencedBox(gridBox([[top], [bottom]], { align: "center" }), "(", ")"),
			);
		}
		if (name === "sqrt") return this.#root();
		if (name === "begin") return this.#environment();
		if (name === "left") return this.#fenced();
		if (limited.has(name)) return this.#limited(name);
		this.#take(`\\${name}`.length);
		return true;
	}

	#sign(rest: string): boolean {
		if (rest.startsWith("\\")) {
			this.#take(2);
			return true;
		}
		if (rest.startsWith("{")) {
			const inside = this.#group();
			if (!tallCommand.test(inside)) this.#plain += `{${inside}}`;
			else return this.#put(inside);
			return true;
		}
		if (/^[\^_]/.test(rest)) return this.#scripts();
		this.#take(1);
		return true;
	}

	/** A script that has more than one row stands beside what it belongs to; others are left to the line. */
	#scripts(): boolean {
		const start = this.#at;
		const { upper, lower } = this.#limits();
		const source = this.#source.slice(start, this.#at);
		const base = this.#plain === "" ? this.#boxes.at(-1) : undefined;
		if (!tallCommand.test(source) && !(base && base.rows.length > 1)) {
			this.#plain += source;
			return true;
		}
		const boxes = this.#sub(upper, lower);
		if (!boxes) return false;
		this.#flush();
		const last = this.#boxes.pop() ?? textBox("");
		this.#boxes.push(scriptBox(last, boxes.upper, boxes.lower));
		return true;
	}

	#limited(name: string): boolean {
		this.#at += name.length + 1;
		this.#skip(/^\s*\\(?:no)?limits/);
		const { upper, lower } = this.#limits();
		const boxes = this.#sub(upper, lower);
		if (!boxes) return false;
		this.#flush();
		const sign = textBox(readMath(`\\${name}`));
		this.#boxes.push(
			textBox(this.#boxes.length > 0 ? " " : ""),
			limitsBox(sign, boxes.upper, boxes.lower),
			textBox(" "),
		);
		this.#skip(/^\s+/);
		return true;
	}

	#command(name: string, count: number, make: (boxes: readonly [MathBox, MathBox]) => MathBox): boolean {
		this.#at += name.length + 1;
		const boxes: MathBox[] = [];
		for (let index = 0; index < count; index++) {
			const box = this.#inner(this.#argument());
			if (!box) return false;
			boxes.push(box);
		}
		this.#flush();
		this.#boxes.push(make([boxes[0] ?? textBox(""), boxes[1] ?? textBox("")]));
		return true;
	}

	#root(): boolean {
		this.#at += "\\sqrt".length;
		const [, degree = ""] = this.#skip(/^\s*\[([^\]]{0,20})\]/) ?? [];
		const content = this.#inner(this.#argument());
		if (!content) return false;
		this.#flush();
		this.#boxes.push(
			content.rows.length === 1 && content.width === 1 && degree === ""
				? textBox(`√${content.rows[0]}`)
				: rootBox(content, readMath(degree === "" ? "" : `{}^{${degree}}`)),
		);
		return true;
	}

	#fenced(): boolean {
		const close = matchingRight(this.#source, this.#at);
		if (close === undefined) {
			this.#take("\\left".length);
			return true;
		}
		const open = delimiterAt(this.#source, this.#at + "\\left".length);
		const end = delimiterAt(this.#source, close + "\\right".length);
		const content = this.#inner(this.#source.slice(open.end, close).trim());
		if (!content) return false;
		this.#flush();
		this.#boxes.push(fencedBox(content, open.sign, end.sign));
		this.#at = end.end;
		return true;
	}

	#environment(): boolean {
		this.#at += "\\begin".length;
		const name = this.#argument().replace(/\*$/, "");
		const end = matchingEnd(this.#source, this.#at);
		if (end === undefined) return false;
		const body = this.#source.slice(this.#at, end.start).replace(/^\s*\{[lcr|\s]*\}/, "");
		this.#at = end.end;
		const isMatrix = Object.hasOwn(brackets, name);
		const isCases = name.endsWith("cases");
		const grid: MathBox[][] = [];
		for (const line of splitTop(body, "\\\\")) {
			if (line.trim() === "") continue;
			const cells = splitTop(line, "&").map((cell) => this.#inner(cell.trim()));
			if (cells.some((cell) => cell === undefined)) return false;
			grid.push(cells.flatMap((cell) => cell ?? []));
		}
		if (grid.length === 0) return true;
		this.#flush();
		const [open, close] = isCases ? ["{", ""] : (brackets[name] ?? ["", ""]);
		// The parts of an equation stand next to each other.
		const rows = isMatrix || isCases ? grid : aligned(grid);
		const box = gridBox(rows, { align: isMatrix ? "center" : "left" });
		this.#boxes.push(fencedBox(isCases ? beside([textBox(" "), box]) : box, open ?? "", close ?? ""));
		return true;
	}

	#sub(upper: string | undefined, lower: string | undefined) {
		const boxes = {
			upper: upper === undefined ? undefined : this.#inner(upper),
			lower: lower === undefined ? undefined : this.#inner(lower),
		};
		const isBroken = (upper !== undefined && !boxes.upper) || (lower !== undefined && !boxes.lower);
		return isBroken ? undefined : boxes;
	}

	/** `_{…}` and `^{…}` in either order. */
	#limits(): { upper?: string; lower?: string } {
		const found: { upper?: string; lower?: string } = {};
		for (let count = 0; count < 2; count++) {
			const [, mark] = /^\s*([\^_])/.exec(this.#source.slice(this.#at)) ?? [];
			if (mark === undefined || (mark === "^" ? found.upper : found.lower) !== undefined) break;
			this.#skip(/^\s*[\^_]/);
			const content = this.#argument();
			if (mark === "^") found.upper = content;
			else found.lower = content;
		}
		return found;
	}

	#put(source: string): boolean {
		const box = this.#inner(source);
		if (!box) return false;
		this.#flush();
		this.#boxes.push(box);
		return true;
	}

	#inner(source: string): MathBox | undefined {
		return new BoxReader(source, this.#depth + 1).read();
	}

	#flush(): void {
		const lead = /^\s/.test(this.#plain) && this.#boxes.length > 0 ? " " : "";
		const tail = /\s$/.test(this.#plain) ? " " : "";
		const text = readMath(this.#plain).replaceAll("\n", " ");
		this.#plain = "";
		if (text !== "") this.#boxes.push(textBox(`${lead}${text}${tail}`));
		else if (lead !== "") this.#boxes.push(textBox(" "));
	}

	#take(count: number): void {
		this.#plain += this.#source.slice(this.#at, this.#at + count);
		this.#at += count;
	}

	#skip(pattern: RegExp): RegExpExecArray | undefined {
		const found = pattern.exec(this.#source.slice(this.#at)) ?? undefined;
		this.#at += found?.[0].length ?? 0;
		return found;
	}

	/** A group, a command or a sign. */
	#argument(): string {
		this.#skip(/^\s+/);
		if (this.#source[this.#at] === "{") return this.#group();
		return this.#skip(/^(?:\\[A-Za-z]+|\\[\s\S]|[\s\S])/)?.[0] ?? "";
	}

	#group(): string {
		const end = braceEnd(this.#source, this.#at);
		const inside = this.#source.slice(this.#at + 1, end);
		this.#at = Math.min(this.#source.length, end + 1);
		return inside;
	}
}

const brackets: Readonly<Record<string, readonly [string, string]>> = {
	matrix: ["", ""],
	smallmatrix: ["", ""],
	array: ["", ""],
	pmatrix: ["(", ")"],
	bmatrix: ["[", "]"],
	Bmatrix: ["{", "}"],
	vmatrix: ["|", "|"],
	Vmatrix: ["|", "|"],
};

function aligned(grid: readonly MathBox[][]): MathBox[][] {
	const columns = Math.max(...grid.map((row) => row.length));
	const widths = Array.from({ length: columns }, (_, column) =>
		Math.max(...grid.map((row) => row[column]?.width ?? 0)),
	);
	return grid.map((row) => [
		beside(
			row.map((cell, column) => {
				const space = " ".repeat(Math.max(0, (widths[column] ?? 0) - cell.width));
				const gap = column === 0 ? "" : " ";
				// What stands before the sign of equality ends there.
				const rows = cell.rows.map((text) => (column % 2 === 0 ? space + text : gap + text + space));
				return { ...cell, rows, width: cell.width + space.length + (column % 2 === 0 ? 0 : gap.length) };
			}),
		),
	]);
}

function braceEnd(source: string, open: number): number {
	let depth = 0;
	for (let at = open; at < source.length; at++) {
		if (source[at] === "\\") at++;
		else if (source[at] === "{") depth++;
		else if (source[at] === "}" && --depth === 0) return at;
	}
	return source.length;
}

/** Splits where no group or environment is open. */
function splitTop(source: string, mark: string): string[] {
	const parts: string[] = [];
	let depth = 0;
	let start = 0;
	for (let at = 0; at < source.length; at++) {
		if (depth === 0 && source.startsWith(mark, at)) {
			parts.push(source.slice(start, at));
			start = at + mark.length;
			at = start - 1;
		} else if (source.startsWith("\\begin", at) || source[at] === "{") depth++;
		else if (source.startsWith("\\end", at) || source[at] === "}") depth--;
		else if (source[at] === "\\") at++;
	}
	return [...parts, source.slice(start)];
}

function matchingEnd(source: string, from: number): { start: number; end: number } | undefined {
	let depth = 1;
	for (const match of source.slice(from).matchAll(/\\(begin|end)\{[^}]*\}/g)) {
		depth += match[1] === "begin" ? 1 : -1;
		if (depth === 0) return { start: from + match.index, end: from + match.index + match[0].length };
	}
	return undefined;
}

function matchingRight(source: string, left: number): number | undefined {
	let depth = 0;
	for (const match of source.slice(left).matchAll(/\\(left|right)(?![A-Za-z])/g)) {
		depth += match[1] === "left" ? 1 : -1;
		if (depth === 0) return left + match.index;
	}
	return undefined;
}

/** `(`, `\{` or `.`, which is none. */
function delimiterAt(source: string, at: number): { sign: string; end: number } {
	const [text = "", sign = ""] = /^\s*(\\[{}|]|\\[A-Za-z]+|[\s\S])/.exec(source.slice(at)) ?? [];
	const plain = sign === "." ? "" : readMath(sign);
	return { sign: plain === "‖" ? "|" : plain, end: at + text.length };
}
