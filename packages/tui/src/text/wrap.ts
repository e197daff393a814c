import { isPrintableAscii } from "./ascii.ts";
import { isEscape, splitEscapes } from "./escapes.ts";
import { graphemes } from "./graphemes.ts";
import { StyleState } from "./style-state.ts";
import { replaceTabs } from "./tabs.ts";

/**
 * Breaks text into rows of at most `width` columns, at spaces where possible and between wide characters. Styles and
 * links are ended at each break and begun again on the next row, so that every row can be drawn by itself.
 */
export function wrapTextWithAnsi(text: string, width: number): string[] {
	const columns = Math.max(1, Math.floor(width));
	const rows: string[] = [];
	const state = new StyleState();
	for (const line of text.split("\n")) {
		if (state.isPlain && isPrintableAscii(line)) wrapAscii(line, columns, rows);
		else new StyledLine(columns, state, rows).wrap(replaceTabs(line));
	}
	return rows;
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

/** Where to break so that the row ends at `limit` or earlier; inside a word when it alone fills the row. */
function breakBefore(line: string, start: number, limit: number): number {
	if (line[limit] === " ") return limit;
	const space = line.lastIndexOf(" ", limit - 1);
	const hasWordBefore = space > start && line.slice(start, space).trim() !== "";
	return hasWordBefore ? space : limit;
}

/** Escape sequences and grapheme clusters in order. A cluster that is interrupted by an escape is put together first. */
function splitClusters(line: string): string[] {
	const pieces = splitEscapes(line);
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

	wrap(line: string): void {
		for (const piece of splitClusters(line)) {
			if (isEscape(piece)) this.#word.push({ text: piece, width: 0 });
			else this.#take(piece);
		}
		this.#flushWord();
		if (this.#rowWidth + this.#gap.length <= this.#columns) this.#row += this.#gap;
		this.#rows.push(this.#row + this.#state.closing());
	}

	#take(cluster: string): void {
		const width = Bun.stringWidth(cluster);
		if (cluster === " " || width > this.#columns) {
			this.#flushWord();
			this.#gap += " ";
			return;
		}
		if (width > 1) this.#flushWord();
		this.#word.push({ text: cluster, width });
		this.#wordWidth += width;
		if (width > 1) this.#flushWord();
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
			// An indentation that leaves no room for the word gives way rather than making an empty row.
			this.#gap = " ".repeat(Math.max(0, this.#columns - this.#wordWidth));
		}
	}

	#put(atom: Atom): void {
		if (this.#rowWidth + atom.width > this.#columns) this.#breakRow();
		this.#row += atom.text;
		this.#rowWidth += atom.width;
		if (isEscape(atom.text)) this.#state.apply(atom.text);
	}

	#breakRow(): void {
		this.#rows.push(this.#row + this.#state.closing());
		this.#row = this.#state.opening();
		this.#rowWidth = 0;
	}
}
