import { closesFence, parseFence } from "../../text/fence.ts";

/** A part of Markdown that may be math: on its own rows, between parentheses or between dollars. */
export interface MathPiece {
	readonly kind: "display" | "parentheses" | "dollars";
	readonly start: number;
	readonly end: number;
	readonly content: string;
}

const SIGNS = /^ {0,3}(?:`{3,}|~{3,})|`+|\\[$[(]|\$\$?/gm;

/** Finds them outside of code. Every end is searched once, so that the time does not depend on how many are missing. */
export function* findMath(source: string): Generator<MathPiece> {
	const ends = new Ends(source);
	const signs = new RegExp(SIGNS);
	for (let match = signs.exec(source); match; match = signs.exec(source)) {
		const [sign] = match;
		const start = match.index;
		const code = /[`~]$/.test(sign) ? ends.codeEnd(sign, start) : undefined;
		if (code !== undefined) signs.lastIndex = code;
		const piece = mathAt(source, sign, start, ends);
		if (piece) yield piece;
		if (piece) signs.lastIndex = piece.end;
		// The second dollar may begin something else.
		else if (sign === "$$") signs.lastIndex = start + 1;
	}
}

function mathAt(source: string, sign: string, start: number, ends: Ends): MathPiece | undefined {
	if (sign === "$") return dollarsAt(source, start);
	const end = mathEnd(source, sign, start, ends);
	if (end === undefined || end <= start + 2) return undefined;
	const kind = sign === "\\(" ? "parentheses" : "display";
	return { kind, start, end: end + 2, content: source.slice(start + 2, end) };
}

function mathEnd(source: string, sign: string, start: number, ends: Ends): number | undefined {
	const from = start + 3;
	if (sign === "\\[") return ends.next("\\]", from);
	if (sign === "$$") {
		const end = ends.next("$", start + 2);
		return end !== undefined && source[end + 1] === "$" ? end : undefined;
	}
	if (sign !== "\\(") return undefined;
	const end = ends.next("\\)", from);
	const lineEnd = ends.next("\n", start);
	return end !== undefined && (lineEnd === undefined || end < lineEnd) ? end : undefined;
}

const DOLLARS = /\$((?:[^$\n\\]|\\.)+)\$(?!\d)/y;

function dollarsAt(source: string, start: number): MathPiece | undefined {
	DOLLARS.lastIndex = start;
	const content = DOLLARS.exec(source)?.[1];
	return content === undefined ? undefined : { kind: "dollars", start, end: start + content.length + 2, content };
}

/** Where things end, remembered for the next question. */
class Ends {
	readonly #source: string;
	readonly #next = new Map<string, number>();
	#runs: Map<number, number[]> | undefined;

	constructor(source: string) {
		this.#source = source;
	}

	/** The first place of a mark from a position on. Positions only grow. */
	next(mark: string, from: number): number | undefined {
		let at = this.#next.get(mark) ?? -1;
		if (at !== Number.POSITIVE_INFINITY && at < from) {
			at = this.#source.indexOf(mark, from);
			if (at === -1) at = Number.POSITIVE_INFINITY;
			this.#next.set(mark, at);
		}
		return at === Number.POSITIVE_INFINITY ? undefined : at;
	}

	/** The end of the code that a run of backticks or a fence begins; undefined if it is none. */
	codeEnd(sign: string, start: number): number | undefined {
		return (
			this.#fenceEnd(start) ??
			(sign.endsWith("`") ? this.#spanEnd(sign.trimStart().length, start + sign.length) : undefined)
		);
	}

	#fenceEnd(start: number): number | undefined {
		const source = this.#source;
		if (start > 0 && source[start - 1] !== "\n") return undefined;
		let lineEnd = source.indexOf("\n", start);
		const fence = lineEnd === -1 ? undefined : parseFence(source.slice(start, lineEnd));
		if (!fence) return undefined;
		while (lineEnd !== -1) {
			const lineStart = lineEnd + 1;
			lineEnd = source.indexOf("\n", lineStart);
			const line = source.slice(lineStart, lineEnd === -1 ? source.length : lineEnd);
			if (closesFence(line, fence)) return lineStart + line.length;
		}
		return source.length;
	}

	/** The next run of as many backticks. */
	#spanEnd(length: number, from: number): number | undefined {
		const runs = this.#findRuns(length);
		// Positions only grow, so what is behind is not asked for again.
		let run = runs.at(-1);
		while (run !== undefined && run < from) {
			runs.pop();
			run = runs.at(-1);
		}
		return run === undefined ? undefined : run + length;
	}

	/** Starts of the runs of a length, the last one first. */
	#findRuns(length: number): number[] {
		if (!this.#runs) {
			this.#runs = new Map();
			for (const { 0: run, index } of this.#source.matchAll(/`+/g)) {
				const runs = this.#runs.get(run.length) ?? [];
				runs.push(index);
				this.#runs.set(run.length, runs);
			}
			for (const runs of this.#runs.values()) runs.reverse();
		}
		return this.#runs.get(length) ?? [];
	}
}
