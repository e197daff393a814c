import { closesFence, type Fence, parseFence } from "../text/fence.ts";

/** A part of Markdown that can be parsed and drawn by itself. */
export interface Piece {
	readonly source: string;
	/** Continues the previous piece: no blank row between them, and no second label on code. */
	readonly continues: boolean;
	/** The next piece continues this one. */
	readonly isCut?: boolean;
}

// Long enough that the cut is not noticed, short enough that redrawing the unfinished piece stays cheap.
const MAX_PARAGRAPH = 8_000;
const MAX_LIST = 800;
const MAX_TABLE = 8_000;
const MIN_CODE_LINES = 40;
const MAX_CODE_LINES = 60;

const HASH = 0x23;
const BRACKET = 0x5b;
const LIST_ITEM = /^ {0,1}(?:[-+*]|\d{1,9}[.)])(?: |$)/;
const HEADING = /^#{1,6}(?: |$)/;
const LINK_DEFINITION = /^\[[^\]]+\]:\s+\S/;
const RAW_HTML = /^ {0,3}<(?:(pre|script|style|textarea)\b|!--|\?|!\[CDATA\[|![a-z])/i;
const RAW_HTML_END = /<\/(?:pre|script|style|textarea)>|-->|\?>|\]\]>|>/i;

/**
 * Splits Markdown into pieces while it streams. Every line is scanned once, and the cuts depend only on the text, not
 * on the deltas, so that a streamed message and a stored one look the same.
 */
export class BlockSplitter {
	#pieces: Piece[] = [];
	/** Complete lines of the unfinished piece, and the text after the last line break. */
	#lines: string[] = [];
	#size = 0;
	#partial = "";
	#continues = false;
	#fence: Fence | undefined;
	#isInRawHtml = false;

	get pieces(): readonly Piece[] {
		return this.#pieces;
	}

	/** The unfinished pieces, as if the text ended here. */
	tail(): readonly Piece[] {
		const copy = new BlockSplitter();
		copy.#lines = [...this.#lines];
		copy.#size = this.#size;
		copy.#partial = this.#partial;
		copy.#continues = this.#continues;
		copy.#fence = this.#fence;
		copy.#isInRawHtml = this.#isInRawHtml;
		// After a line break there is no line yet; an empty one would be taken for a good place to cut code.
		if (copy.#partial !== "") copy.#endLine();
		copy.#finish({ continues: false });
		return copy.#pieces;
	}

	push(text: string): void {
		let start = 0;
		for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
			this.#partial += text.slice(start, end);
			this.#endLine();
			start = end + 1;
		}
		this.#partial += start === 0 ? text : text.slice(start);
		this.#cutEndlessLine();
	}

	#endLine(): void {
		const line = this.#partial;
		this.#partial = "";
		if (this.#fence) this.#takeCode(line, this.#fence);
		else this.#takeLine(line);
	}

	#takeLine(line: string): void {
		const fence = parseFence(line);
		const first = line.charCodeAt(0);
		const isAlone =
			(first === HASH && HEADING.test(line)) ||
			(first === BRACKET && LINK_DEFINITION.test(line) && this.#isAfterBlank());
		if (this.#lines.length > 0 && !this.#isInRawHtml) {
			if (isAlone || fence?.indent === 0 || this.#startsBlock(line)) this.#finish({ continues: false });
			else if (this.#isNextItem(line)) this.#finish({ continues: !this.#isAfterBlank() });
			else if (this.#size > MAX_PARAGRAPH && this.#isParagraph()) this.#finish({ continues: true });
			else if (this.#size > MAX_TABLE && this.#isTable() && line.includes("|")) this.#beginTableAnew();
		}
		if (this.#lines.length === 0 && line.trim() === "") return;
		this.#add(line);
		if (fence) this.#fence = fence;
		if (isAlone && this.#lines.length === 1) this.#finish({ continues: false });
		else this.#watchRawHtml(line);
	}

	#takeCode(line: string, fence: Fence): void {
		this.#add(line);
		const isOwnPiece = fence.indent === 0 && parseFence(this.#lines[0] ?? "")?.indent === 0;
		if (closesFence(line, fence)) {
			this.#fence = undefined;
			if (isOwnPiece) this.#finish({ continues: false });
			return;
		}
		const codeLines = this.#lines.length - 1;
		const isGoodBreak = codeLines >= MIN_CODE_LINES && line.trim() === "";
		if (!isOwnPiece || (!isGoodBreak && codeLines < MAX_CODE_LINES)) return;
		const opening = this.#lines[0] ?? "";
		this.#lines.push(fence.marker);
		this.#finish({ continues: true });
		this.#add(opening);
	}

	/** After a blank line, unindented text that does not continue a list starts a new block. */
	#startsBlock(line: string): boolean {
		if (line === "" || !this.#isAfterBlank() || line.trim() === "" || /^ {2}|^\t/.test(line)) return false;
		return !(this.#isList() && LIST_ITEM.test(line));
	}

	#isAfterBlank(): boolean {
		const last = this.#lines.at(-1) ?? "";
		return last === "" || last.trim() === "";
	}

	#isNextItem(line: string): boolean {
		return this.#size > MAX_LIST && this.#isList() && LIST_ITEM.test(line);
	}

	#isList(): boolean {
		return LIST_ITEM.test(this.#lines[0] ?? "");
	}

	#isParagraph(): boolean {
		return !this.#isList() && !/^ {0,3}[>|<]|^ {4}|^\t|\|/.test(this.#lines[0] ?? "");
	}

	#isTable(): boolean {
		return (
			/^ {0,3}\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/.test(this.#lines[1] ?? "") &&
			(this.#lines[0] ?? "").includes("|")
		);
	}

	/** A very long table continues with its header repeated. */
	#beginTableAnew(): void {
		const [header = "", delimiter = ""] = this.#lines;
		this.#finish({ continues: true });
		this.#add(header);
		this.#add(delimiter);
	}

	#watchRawHtml(line: string): void {
		if (!this.#isInRawHtml && (this.#lines.length !== 1 || !line.includes("<"))) return;
		const begins = this.#lines.length === 1 && RAW_HTML.test(line);
		if (begins) this.#isInRawHtml = true;
		if (this.#isInRawHtml && RAW_HTML_END.test(begins ? line.replace(RAW_HTML, "") : line)) this.#isInRawHtml = false;
	}

	/** An endless line would be laid out again for every character. */
	#cutEndlessLine(): void {
		while (this.#partial.length > MAX_PARAGRAPH && !this.#fence && this.#lines.length === 0) {
			const space = this.#partial.lastIndexOf(" ", MAX_PARAGRAPH);
			const end = space > MAX_PARAGRAPH / 2 ? space : MAX_PARAGRAPH;
			this.#add(this.#partial.slice(0, end));
			this.#partial = this.#partial.slice(end).trimStart();
			this.#finish({ continues: true });
		}
	}

	#add(line: string): void {
		this.#lines.push(line);
		this.#size += line.length + 1;
	}

	#finish(next: { continues: boolean }): void {
		const source = this.#lines.join("\n");
		if (source.trim() !== "") this.#pieces.push({ source, continues: this.#continues, isCut: next.continues });
		this.#lines = [];
		this.#size = 0;
		this.#isInRawHtml = false;
		this.#continues = next.continues;
	}
}
