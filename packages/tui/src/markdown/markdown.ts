import type { SettlingComponent } from "../screen/transcript/live-block.ts";
import { codeIn } from "../text/fence.ts";
import { plainText } from "../text/sanitize.ts";
import { sliceWithWidth } from "../text/slice.ts";
import { wrapTextWithAnsi } from "../text/wrap.ts";
import { BlockSplitter, type Piece } from "./block-splitter.ts";
import { drawBlocks } from "./draw-blocks.ts";
import type { MarkdownStyle } from "./markdown-style.ts";
import type { Block } from "./markdown-tree.ts";
import { displayMath, drawMath } from "./math/draw-math.ts";
import { parseMarkdown } from "./parse-markdown.ts";
import { steadySource } from "./steady-source.ts";

// List markers and frames can be wider than a narrower column.
const ROOMY = 24;
// So few rows fit into any window that settling them early is pointless.
const FEW_ROWS = 4;
const RECENT_PIECES = 4;

/**
 * Markdown that may still be streaming. Finished pieces are drawn once; only the last one is parsed again, so that the
 * cost per character does not grow with the message.
 */
export class Markdown implements SettlingComponent {
	readonly #style: MarkdownStyle;
	#splitter = new BlockSplitter();
	#text = "";
	#half = "";
	#isFinished = false;
	#width = 0;
	/** Rows of the finished pieces, except the first ones that nobody asks for. */
	#settled: string[] = [];
	#droppedRows = 0;
	#settledPieces = 0;
	/** The first row of each piece, with the blank row above it. */
	#pieceStarts: number[] = [];
	/** Pieces that were drawn last, at this width. */
	readonly #recent = new Map<string, readonly string[]>();
	/** Rows of the unfinished part, as last drawn. */
	#tailRows = 0;
	/** How many of them are final. */
	#steadyRows: number | undefined;
	#end: { readonly firstRow: number; readonly rows: readonly string[] } | undefined;

	constructor(style: MarkdownStyle, text = "") {
		this.#style = style;
		if (text !== "") this.setText(text);
	}

	/** Replaces the text. Use `append` while it only grows. */
	setText(text: string): void {
		if (text === this.#text) return;
		if (text.startsWith(this.#text)) {
			this.append(text.slice(this.#text.length));
			return;
		}
		this.#splitter = new BlockSplitter();
		this.#text = "";
		this.#half = "";
		this.invalidate();
		this.append(text);
	}

	/** How long the text is. */
	get length(): number {
		return this.#text.length;
	}

	append(delta: string): void {
		if (delta === "") return;
		this.#text += delta;
		const text = this.#half + delta.replaceAll("\r", "");
		// A high surrogate waits for the low one.
		this.#half = /[\ud800-\udbff]$/.exec(text)?.[0] ?? "";
		this.#splitter.push(plainText(this.#half === "" ? text : text.slice(0, -1)));
		this.#changed();
	}

	/** Nothing will be appended: all rows are final. */
	finish(): void {
		this.#isFinished = true;
		this.#steadyRows = undefined;
	}

	render(width: number): readonly string[] {
		return this.renderFrom(width, 0);
	}

	/** The rows before are forgotten: while a long text streams they are in the terminal's history. */
	renderFrom(width: number, firstRow: number): readonly string[] {
		if (width !== this.#width || firstRow < this.#droppedRows) this.#forgetRows(width);
		if (this.#end?.firstRow !== firstRow) this.#end = undefined;
		this.#end ??= { firstRow, rows: this.#drawEnd(firstRow) };
		return this.#end.rows;
	}

	settledRows(): number {
		if (!this.#end) this.render(this.#width);
		this.#steadyRows ??= this.#isFinished ? this.#tailRows : this.#countSteadyRows();
		return this.#settledRows + this.#steadyRows;
	}

	/** A piece can be drawn by itself and has the same content at every width. */
	pieceStarts(): readonly number[] {
		if (!this.#end) this.render(this.#width);
		return this.#pieceStarts;
	}

	invalidate(): void {
		this.#forgetRows(this.#width);
	}

	#forgetRows(width: number): void {
		this.#width = width;
		this.#recent.clear();
		this.#settled = [];
		this.#droppedRows = 0;
		this.#settledPieces = 0;
		this.#pieceStarts = [];
		this.#changed();
	}

	get #settledRows(): number {
		return this.#droppedRows + this.#settled.length;
	}

	#changed(): void {
		this.#steadyRows = undefined;
		this.#end = undefined;
	}

	#drawEnd(firstRow: number): readonly string[] {
		const { pieces } = this.#splitter;
		for (const [index, piece] of pieces.slice(this.#settledPieces).entries()) {
			// The first ones have been drawn before, as the end of the text.
			const drawn = index < RECENT_PIECES ? this.#drawPiece(piece) : this.#drawAnew(piece);
			this.#pieceStarts[this.#settledPieces + index] = this.#settledRows;
			if (drawn.length > 0 && this.#settledRows > 0 && !piece.continues) this.#settled.push("");
			for (const row of drawn) this.#settled.push(row);
		}
		this.#settledPieces = pieces.length;
		this.#dropRows(firstRow);
		const rows = [...this.#settled];
		let skip = Math.max(0, firstRow - this.#settledRows);
		let hasRowsAbove = this.#settledRows > 0;
		this.#tailRows = 0;
		this.#pieceStarts.length = pieces.length;
		for (const piece of this.#splitter.tail()) {
			const drawn = this.#drawJoined(piece, hasRowsAbove);
			this.#pieceStarts.push(this.#settledRows + this.#tailRows);
			this.#tailRows += drawn.length;
			rows.push(...drawn.slice(skip));
			skip = Math.max(0, skip - drawn.length);
			hasRowsAbove ||= drawn.length > 0;
		}
		return rows;
	}

	#dropRows(firstRow: number): void {
		const count = Math.min(firstRow - this.#droppedRows, this.#settled.length);
		this.#settled = this.#settled.slice(count);
		this.#droppedRows += count;
	}

	/** All pieces but the last are final; of that one the last row may still grow. */
	#countSteadyRows(): number {
		if (this.#tailRows < FEW_ROWS) return 0;
		const pieces = this.#splitter.tail();
		let count = 0;
		for (const [index, piece] of pieces.entries()) {
			const isLast = index === pieces.length - 1;
			const source = isLast ? steadySource(piece.source) : piece.source;
			const rows = this.#drawJoined({ ...piece, source }, this.#settledRows + count > 0);
			count += isLast ? Math.max(0, rows.length - 1) : rows.length;
		}
		return count;
	}

	#drawJoined(piece: Piece, hasRowsAbove: boolean): readonly string[] {
		const drawn = this.#drawPiece(piece);
		return drawn.length > 0 && hasRowsAbove && !piece.continues ? ["", ...drawn] : drawn;
	}

	/** The end of a text is drawn again and again while it grows, to measure it and once more when it is finished. */
	#drawPiece(piece: Piece): readonly string[] {
		const key = `${piece.continues ? "+" : ""}${piece.isCut ? "-" : ""}\n${piece.source}`;
		const known = this.#recent.get(key);
		if (known) return known;
		const rows = this.#drawAnew(piece);
		if (this.#recent.size >= RECENT_PIECES) this.#recent.delete(this.#recent.keys().next().value ?? "");
		this.#recent.set(key, rows);
		return rows;
	}

	#drawAnew({ source, continues, isCut }: Piece): readonly string[] {
		if (source.trim() === "") return [];
		const diagram = this.#style.diagram && !continues && !isCut ? this.#drawDiagram(source) : undefined;
		if (diagram) return diagram;
		const math = continues || isCut ? undefined : displayMath(source);
		const drawn = math === undefined ? undefined : drawMath(math, this.#width);
		if (drawn) return drawn.map((row) => (this.#style.base ? this.#style.base(row) : row));
		const blocks = parseMarkdown(source);
		// Link definitions draw nothing; show their source, so that no address gets lost.
		if (blocks.length === 0) return wrapTextWithAnsi(this.#style.theme.muted(source.trim()), this.#width);
		const rows = drawBlocks(continues ? blocks.map(asRest) : blocks, this.#width, this.#style);
		return this.#width < ROOMY ? rows.map((row) => sliceWithWidth(row, 0, this.#width).text) : rows;
	}

	#drawDiagram(source: string): readonly string[] | undefined {
		const code = source.includes("mermaid") ? codeIn(source, "mermaid") : undefined;
		return code === undefined ? undefined : this.#style.diagram?.(code, this.#width);
	}
}

function asRest(block: Block, index: number): Block {
	return index === 0 && block.kind === "code" ? { ...block, isRest: true } : block;
}
