import { cutLine, sliceBytes, sliceBytesFromEnd } from "./cut-line.ts";
import { ErrorLines } from "./error-lines.ts";
import type { OutputLimits } from "./output-limits.ts";
import type { Truncation } from "./output-meta.ts";

/** So many equal lines in a row are shown as one with their number. */
const minFolded = 4;
/** Where no line is cut, an endless one goes by in pieces of this size. */
const pieceChars = 1024;

/** Equal lines in a row, or a piece of a long line. */
interface Entry {
	readonly text: string;
	readonly lineNumber: number;
	count: number;
	readonly bytes: number;
	/** The line goes on in the next entry. */
	readonly isPiece: boolean;
}

export interface Elided {
	readonly text: string;
	readonly truncation: Truncation;
}

/** The lines of an output: all while they are few, then the first and the last of them, and what looks like an error between. */
export class LineWindow {
	readonly #limits: OutputLimits;
	readonly #folds: boolean;
	readonly #telling = new ErrorLines();
	readonly #head: Entry[] = [];
	#headBytes = 0;
	/** Once something had to go; before that, all is in the head. */
	#tail: Entry[] | undefined;
	#tailBytes = 0;
	/** Entries at the beginning of the tail that are gone. */
	#dropped = 0;
	/** The line under way, as far as it can be shown. */
	#open = "";
	#openChars = 0;
	#isLineOpen = false;
	#lineNumber = 1;
	#totalBytes = 0;
	/** The piece under way has words that errors have. */
	#mayTell = false;
	#hasCutLines = false;

	constructor(limits: OutputLimits, options: { readonly folds?: boolean } = {}) {
		this.#limits = limits;
		this.#folds = options.folds ?? true;
	}

	get totalLines(): number {
		return this.#lineNumber - (this.#isLineOpen ? 0 : 1);
	}

	get hasCutLines(): boolean {
		return this.#hasCutLines || (this.#isLineOpen && this.#cut(this.#open, this.#openChars) !== undefined);
	}

	get totalBytes(): number {
		return this.#totalBytes;
	}

	push(text: string): void {
		this.#totalBytes += Buffer.byteLength(text);
		let from = this.#skipMiddle(text);
		this.#mayTell = this.#tail !== undefined && this.#telling.mayTell(from === 0 ? text : text.slice(from));
		for (let at = text.indexOf("\n", from); at !== -1; at = text.indexOf("\n", from)) {
			if (this.#openChars === 0) this.#endLine(text.slice(from, at), at - from);
			else {
				this.#grow(text.slice(from, at));
				this.#endLine(this.#open, this.#openChars);
			}
			from = at + 1;
		}
		if (from < text.length) this.#grow(text.slice(from));
	}

	/** The part of a large piece that cannot be shown, as the rest of it fills the tail: up to where it goes. */
	#skipMiddle(text: string): number {
		const tail = this.#tail;
		const keptChars = 2 * this.#limits.tailBytes;
		if (!tail || this.#isLineOpen || text.length < 2 * keptChars) return 0;
		const end = text.lastIndexOf("\n", text.length - keptChars) + 1;
		const last = tail.at(-1);
		if (end === 0 || !last || last.isPiece) return 0;
		const middle = text.slice(0, end);
		const line = `${last.text}\n`;
		const isRepeated = this.#folds && end % line.length === 0 && middle === line.repeat(end / line.length);
		if (isRepeated) {
			last.count += end / line.length;
			this.#lineNumber += end / line.length;
			return end;
		}
		const mayTell = this.#telling.mayTell(middle);
		let from = 0;
		for (let at = middle.indexOf("\n"); at !== -1; at = middle.indexOf("\n", from)) {
			if (mayTell) this.#telling.look(middle.slice(from, at), this.#lineNumber);
			this.#lineNumber++;
			from = at + 1;
		}
		tail.length = 0;
		this.#dropped = 0;
		this.#tailBytes = 0;
		return end;
	}

	/** Everything, or `undefined` once something had to go. */
	whole(): string | undefined {
		return this.#tail ? undefined : this.#shown([...this.#head, ...this.#openEntry()]);
	}

	/** The two ends. */
	elided(): Elided {
		const { limits, head, tail } = { limits: this.#limits, ...this.#ends() };
		const headText = this.#shown(head);
		const tailText = lastLines(this.#shown(tail), limits.tailLines);
		const { totalBytes, totalLines } = this;
		const headLines = head.reduce((sum, entry) => sum + (entry.isPiece ? 0 : entry.count), 0);
		const headEnd = head.length === 0 ? 0 : Math.max(1, headLines);
		const tailStart = this.#tailStart(tail, tailText);
		const outputBytes = Buffer.byteLength(headText) + Buffer.byteLength(tailText);
		const shared = {
			totalLines,
			totalBytes,
			outputLines: headEnd + totalLines - tailStart + 1,
			outputBytes,
			elidedBytes: Math.max(0, totalBytes - outputBytes),
			elidedLines: Math.max(0, tailStart - headEnd - 1),
		};
		const telling = this.#telling.between(headEnd + 1, tailStart - 1);
		const gap = gapText(shared.elidedBytes, telling);
		const tailRange = { start: tailStart, end: totalLines };
		if (headText === "") {
			const text = telling.length > 0 ? `${gap}\n${tailText}` : tailText;
			return { text, truncation: { direction: "tail", truncatedBy: "bytes", ...shared, shownRange: tailRange } };
		}
		const text = `${headText.replace(/\n$/, "")}\n${gap}\n${tailText}`;
		const headRange = { start: 1, end: headEnd };
		return { text, truncation: { direction: "middle", truncatedBy: "middle", ...shared, headRange, tailRange } };
	}

	#grow(text: string): void {
		this.#isLineOpen = true;
		this.#openChars += text.length;
		const { maxColumns } = this.#limits;
		if (maxColumns > 0) {
			// A character has at least one byte, so more of them are never shown.
			if (this.#open.length <= maxColumns) this.#open += text.slice(0, maxColumns + 1 - this.#open.length);
			return;
		}
		this.#open += text;
		const size = Math.min(pieceChars, Math.max(16, this.#limits.headBytes >> 1));
		while (this.#open.length > size) {
			const end = size - (isHighSurrogate(this.#open.charCodeAt(size - 1)) ? 1 : 0);
			this.#add(entryOf(this.#open.slice(0, end), this.#lineNumber, true));
			this.#open = this.#open.slice(end);
		}
	}

	#endLine(text: string, chars: number): void {
		const cut = this.#cut(text, chars);
		const shown = cut ?? text;
		if (cut !== undefined) this.#hasCutLines = true;
		const last = this.#lastEntry();
		if (this.#folds && last !== undefined && last.text === shown && !last.isPiece) {
			last.count++;
			if (last.count < minFolded) this.#account(lineBytes(last));
		} else this.#add(entryOf(shown, this.#lineNumber));
		this.#lineNumber++;
		this.#open = "";
		this.#openChars = 0;
		this.#isLineOpen = false;
	}

	#lastEntry(): Entry | undefined {
		return (this.#tail ?? this.#head).at(-1);
	}

	#openEntry(): Entry[] {
		if (!this.#isLineOpen) return [];
		const text = this.#cut(this.#open, this.#openChars) ?? this.#open;
		return [entryOf(text, this.#lineNumber, true)];
	}

	/** A line that is too long, as it is shown; of some only the beginning is at hand. */
	#cut(text: string, chars: number): string | undefined {
		const { maxColumns } = this.#limits;
		if (maxColumns === 0) return undefined;
		const shown = cutLine(text, maxColumns);
		return shown !== text || chars > text.length ? shown : undefined;
	}

	#add(entry: Entry): void {
		(this.#tail ?? this.#head).push(entry);
		if (this.#tail && this.#mayTell) this.#telling.look(entry.text, entry.lineNumber);
		this.#account(bytesOf(entry));
	}

	#account(bytes: number): void {
		if (!this.#tail) {
			this.#headBytes += bytes;
			if (this.#headBytes > this.#limits.maxBytes) this.#overflow();
			return;
		}
		this.#tailBytes += bytes;
		this.#trimTail();
	}

	/** Everything so far becomes the beginning and the end of what is shown. */
	#overflow(): void {
		const all = this.#head.splice(0);
		let bytes = 0;
		for (const entry of all) {
			bytes += bytesOf(entry);
			if (bytes > this.#limits.headBytes && this.#head.length > 0) break;
			this.#head.push(entry);
			if (bytes > this.#limits.headBytes) break;
		}
		// The last entry still grows, so it belongs to the end.
		if (this.#head.length === all.length) this.#head.pop();
		this.#tail = all.slice(this.#head.length);
		this.#tailBytes = this.#tail.reduce((sum, entry) => sum + bytesOf(entry), 0);
		for (const { text, lineNumber } of this.#tail)
			if (this.#telling.mayTell(text)) this.#telling.look(text, lineNumber);
		this.#trimTail();
	}

	#trimTail(): void {
		const tail = this.#tail ?? [];
		for (let first = tail[this.#dropped]; first && this.#dropped < tail.length - 1; first = tail[this.#dropped]) {
			if (this.#tailBytes - bytesOf(first) < this.#limits.tailBytes) break;
			this.#tailBytes -= bytesOf(first);
			this.#dropped++;
		}
		if (this.#dropped < 4096) return;
		tail.splice(0, this.#dropped);
		this.#dropped = 0;
	}

	/** The entries of both ends, each within its bytes. */
	#ends(): { head: Entry[]; tail: Entry[] } {
		const { headBytes, tailBytes } = this.#limits;
		const all = [...(this.#tail ?? []).slice(this.#dropped), ...this.#openEntry()];
		const tail: Entry[] = [];
		let room = tailBytes;
		for (const entry of all.toReversed()) {
			const bytes = bytesOf(entry);
			if (bytes <= room) tail.unshift(entry);
			else if (entry.isPiece || tail.length === 0) {
				tail.unshift(entryOf(sliceBytesFromEnd(entry.text, room), entry.lineNumber, entry.isPiece));
			}
			room -= bytes;
			if (room <= 0) break;
		}
		const [first] = this.#head;
		if (headBytes === 0 || !first) return { head: [], tail };
		if (bytesOf(first) <= headBytes) return { head: this.#head, tail };
		return { head: [entryOf(sliceBytes(first.text, headBytes), first.lineNumber, true)], tail };
	}

	#tailStart(tail: readonly Entry[], tailText: string): number {
		const lines = tailText.split("\n").length - (tailText.endsWith("\n") ? 1 : 0);
		let shown = 0;
		for (const entry of tail.toReversed()) {
			shown += entry.count < minFolded ? entry.count : 1;
			if (shown >= lines) return entry.lineNumber + (entry.count < minFolded ? shown - lines : 0);
		}
		return tail[0]?.lineNumber ?? this.totalLines + 1;
	}

	#shown(entries: readonly Entry[]): string {
		let text = "";
		for (const { text: line, count, isPiece } of entries) {
			if (isPiece) text += line;
			else if (!this.#folds || count < minFolded) text += `${line}\n`.repeat(count);
			else text += line === "" ? `[${count} empty lines]\n` : `${line} [× ${count}]\n`;
		}
		return text;
	}
}

function bytesOf(entry: Entry): number {
	return lineBytes(entry) * Math.min(entry.count, minFolded - 1);
}

function lineBytes({ bytes, isPiece }: Entry): number {
	return bytes + (isPiece ? 0 : 1);
}

function entryOf(text: string, lineNumber: number, isPiece = false): Entry {
	return { text, lineNumber, bytes: Buffer.byteLength(text), count: 1, isPiece };
}

function gapText(elidedBytes: number, telling: ReturnType<ErrorLines["between"]>): string {
	if (telling.length === 0) return `[… ${elidedBytes} bytes elided …]`;
	const rows = telling.map(({ lineNumber, text }) => `${lineNumber}: ${text}`);
	return [`[… ${elidedBytes} bytes elided; lines in them that look like errors:`, ...rows, "…]"].join("\n");
}

function lastLines(text: string, maxLines: number): string {
	return text
		.split(/(?<=\n)/)
		.slice(-maxLines)
		.join("");
}

function isHighSurrogate(unit: number): boolean {
	return unit >= 0xd800 && unit <= 0xdbff;
}
