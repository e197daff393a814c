import { isPrintableAscii } from "./ascii.ts";
import { graphemes } from "./graphemes.ts";
import { StyleState } from "./style-state.ts";
import { replaceTabs } from "./tabs.ts";
import { visibleWidth } from "./visible-width.ts";

/**
 * Wraps text to rows of at most `width` columns, at spaces if possible and between wide characters. Styles and links
 * are ended at each break and restarted on the next row, so that every row can be drawn by itself.
 */
export function wrapTextWithAnsi(text: string, width: number): string[] {
	const columns = Math.max(1, Math.floor(width));
	const rows: string[] = [];
	const state = new StyleState();
	for (const line of text.split("\n")) {
		if (state.isPlain && isPrintableAscii(line)) wrapAscii(line, columns, rows);
		else wrapStyled(replaceTabs(line), columns, state, rows);
	}
	return rows;
}

/** The same for text whose styles all end in it; most of it fits into one row. */
export function wrapClosed(text: string, width: number): string[] {
	const isOneRow = !text.includes("\n") && !text.includes("\t") && visibleWidth(text) <= width;
	return isOneRow ? [text] : wrapTextWithAnsi(text, width);
}

function wrapStyled(line: string, columns: number, state: StyleState, rows: string[]): void {
	if (visibleWidth(line) <= columns) {
		const opening = state.opening();
		for (const sequence of line.match(ESCAPE) ?? []) state.apply(sequence);
		rows.push(opening + line + state.closing());
		return;
	}
	const pieces = splitEscapes(line);
	const isAscii = pieces.every((piece) => isEscape(piece) || isPrintableAscii(piece));
	new StyledLine(columns, state, rows).wrap(isAscii ? pieces.flatMap(splitWords) : splitClusters(pieces));
}

/** Words and single spaces, in order. */
function splitWords(piece: string): string[] {
	return isEscape(piece) ? [piece] : (piece.match(/ |[^ ]+/g) ?? []);
}

function wrapAscii(line: string, columns: number, rows: string[]): void {
	let start = 0;
	while (line.length - start > columns) {
		const end = breakBefore(line, start, start + columns);
		rows.push(line.slice(start, end).trimEnd());
		start = end;
		while (line[start] === " ") start++;
	}
	if (start < line.length || line.length === 0) rows.push(line.slice(start));
}

/** The break position so that the row ends at `limit` or earlier; inside a word if it alone fills the row. */
function breakBefore(line: string, start: number, limit: number): number {
	if (line[limit] === " ") return limit;
	// Not `lastIndexOf`, which would look through all rows before this one.
	let space = limit - 1;
	while (space > start && line.charCodeAt(space) !== 0x20) space--;
	const hasWordBefore = space > start && line.slice(start, space).trim() !== "";
	return hasWordBefore ? space : limit;
}

/** Escape sequences and grapheme clusters in order. A cluster interrupted by an escape is joined first. */
function splitClusters(pieces: readonly string[]): string[] {
	const text = pieces.filter((piece) => !isEscape(piece)).join("");
	const clusters: string[] = [];
	let pieceIndex = 0;
	let textSeen = 0;
	let clusterStart = 0;
	for (const cluster of graphemes(text)) {
		for (; pieceIndex < pieces.length; pieceIndex++) {
			const piece = pieces[pieceIndex] ?? "";
			if (isEscape(piece)) clusters.push(piece);
			else if (textSeen + piece.length > clusterStart) break;
			else textSeen += piece.length;
		}
		clusters.push(cluster);
		clusterStart += cluster.length;
	}
	for (const piece of pieces.slice(pieceIndex)) if (isEscape(piece)) clusters.push(piece);
	return clusters;
}

interface Atom {
	readonly text: string;
	readonly width: number;
	/** May be broken anywhere. */
	readonly isAscii: boolean;
}

class StyledLine {
	readonly #columns: number;
	readonly #state: StyleState;
	readonly #rows: string[];
	#row: string;
	#rowWidth = 0;
	#gap = "";
	#word: Atom[] = [];
	#wordWidth = 0;

	constructor(columns: number, state: StyleState, rows: string[]) {
		this.#columns = columns;
		this.#state = state;
		this.#rows = rows;
		this.#row = state.opening();
	}

	/** Pieces are escape sequences, grapheme clusters, or ASCII words and the spaces between them. */
	wrap(pieces: readonly string[]): void {
		for (const piece of pieces) {
			if (isEscape(piece)) this.#word.push({ text: piece, width: 0, isAscii: false });
			else if (piece === " ") this.#takeSpace();
			else this.#take(piece, isPrintableAscii(piece));
		}
		this.#flushWord();
		if (this.#rowWidth + this.#gap.length <= this.#columns) this.#row += this.#gap;
		this.#rows.push(this.#row + this.#state.closing());
	}

	#takeSpace(): void {
		this.#flushWord();
		this.#gap += " ";
	}

	#take(text: string, isAscii: boolean): void {
		const width = isAscii ? text.length : Bun.stringWidth(text);
		const isWide = !isAscii && width > 1;
		if (isWide && width > this.#columns) {
			this.#takeSpace();
			return;
		}
		if (isWide) this.#flushWord();
		this.#word.push({ text, width, isAscii });
		this.#wordWidth += width;
		if (isWide) this.#flushWord();
	}

	#flushWord(): void {
		if (this.#word.length === 0) return;
		if (this.#rowWidth + this.#gap.length + this.#wordWidth > this.#columns) this.#makeRoom();
		this.#row += this.#gap;
		this.#rowWidth += this.#gap.length;
		this.#gap = "";
		for (const atom of this.#word) this.#put(atom);
		this.#word = [];
		this.#wordWidth = 0;
	}

	#makeRoom(): void {
		if (this.#wordWidth === 0) {
			this.#gap = " ".repeat(this.#columns - this.#rowWidth);
		} else if (this.#rowWidth > 0) {
			this.#gap = "";
			this.#breakRow();
		} else {
			// An indentation that leaves no room for the word is shortened rather than producing an empty row.
			this.#gap = " ".repeat(Math.max(0, this.#columns - this.#wordWidth));
		}
	}

	#put(atom: Atom): void {
		if (atom.isAscii) this.#putAscii(atom.text);
		else this.#putWhole(atom);
	}

	#putWhole({ text, width }: Atom): void {
		if (this.#rowWidth + width > this.#columns) this.#breakRow();
		this.#row += text;
		this.#rowWidth += width;
		if (isEscape(text)) this.#state.apply(text);
	}

	#putAscii(text: string): void {
		let rest = text;
		while (this.#rowWidth + rest.length > this.#columns) {
			const room = this.#columns - this.#rowWidth;
			this.#row += rest.slice(0, room);
			rest = rest.slice(room);
			this.#breakRow();
		}
		this.#row += rest;
		this.#rowWidth += rest.length;
	}

	#breakRow(): void {
		this.#rows.push(this.#row + this.#state.closing());
		this.#row = this.#state.opening();
		this.#rowWidth = 0;
	}
}

const ESCAPE = /\x1b(?:\][^\x07\x1b]*(?:\x07|\x1b\\)|[P_^X][^\x1b]*\x1b\\|\[[0-?]*[ -/]*[@-~]|[ -/]*[0-~])/g;

/** Splits a line into escape sequences and text, in order. */
function splitEscapes(line: string): string[] {
	const pieces: string[] = [];
	let end = 0;
	ESCAPE.lastIndex = 0;
	for (let match = ESCAPE.exec(line); match; match = ESCAPE.exec(line)) {
		if (match.index > end) pieces.push(line.slice(end, match.index));
		pieces.push(match[0]);
		end = match.index + match[0].length;
	}
	if (end < line.length) pieces.push(line.slice(end));
	return pieces;
}

function isEscape(piece: string): boolean {
	return piece.charCodeAt(0) === 0x1b;
}
