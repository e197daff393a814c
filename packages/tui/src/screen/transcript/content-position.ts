import { graphemes } from "../../text/graphemes.ts";
import { sliceWithWidth } from "../../text/slice.ts";
import { visibleWidth } from "../../text/visible-width.ts";

/**
 * How much of a block's content some rows cover, independent of wrapping: all visible characters except frames, and the
 * blank rows after them. Computed lazily: it is needed only when the block is rewrapped or has changed.
 */
export class ContentPosition {
	#content = "";
	#emptyRows = 0;
	#unread: { readonly before: ContentPosition; readonly rows: readonly string[] } | undefined;

	/** The position after these rows, too. */
	after(rows: readonly string[]): ContentPosition {
		if (rows.length === 0) return this;
		const position = new ContentPosition();
		position.#unread = { before: this, rows };
		return position;
	}

	get content(): string {
		this.#read();
		return this.#content;
	}

	get emptyRows(): number {
		this.#read();
		return this.#emptyRows;
	}

	#read(): void {
		// Iterative, because there is one for each frame, which is too many for recursion.
		const unread: ContentPosition[] = [];
		let position: ContentPosition = this;
		while (position.#unread) {
			unread.push(position);
			position = position.#unread.before;
		}
		for (const earlier of unread.reverse()) earlier.#readOwn();
	}

	#readOwn(): void {
		if (!this.#unread) return;
		const { before, rows } = this.#unread;
		this.#unread = undefined;
		// All rows at once: most of the cost is that of a call. Line breaks are decoration, too.
		this.#content = before.#content + contentOf(rows.join("\n"));
		const last = rows.findLastIndex((row) => contentOf(row) !== "");
		this.#emptyRows = last === -1 ? before.#emptyRows + rows.length : rows.length - 1 - last;
	}
}

// Blanks, box drawing and block elements: what rewrapping adds or drops.
const DECORATION = /[\s\u2500-\u259f]+/g;

/** The rows after the position, the first one without the part before it. */
export function rowsAfter(position: ContentPosition, rows: readonly string[]): readonly string[] {
	const wanted = position.content.length;
	let index = 0;
	let length = 0;
	while (index < rows.length && length < wanted) {
		const row = rows[index] ?? "";
		const ownLength = contentOf(row).length;
		if (length + ownLength > wanted) return [cutContent(row, wanted - length), ...rows.slice(index + 1)];
		length += ownLength;
		index++;
	}
	for (let skipped = 0; skipped < position.emptyRows && index < rows.length; skipped++) {
		if (contentOf(rows[index] ?? "") !== "") break;
		index++;
	}
	return rows.slice(index);
}

/** Index of the first row whose content differs from what was shown; undefined if all of it is unchanged. */
export function firstChangedRow(position: ContentPosition, rows: readonly string[]): number | undefined {
	let length = 0;
	for (const [index, row] of rows.entries()) {
		const content = contentOf(row);
		const shown = position.content.slice(length, length + content.length);
		if (shown !== content.slice(0, shown.length)) return index;
		length += content.length;
		if (length >= position.content.length) return undefined;
	}
	return length < position.content.length ? Math.max(0, rows.length - 1) : undefined;
}

/** Whether the rows have the same content, whatever their frame and style. */
export function isSameContent(a: readonly string[], b: readonly string[]): boolean {
	return (
		a.length === b.length && a.every((row, index) => row === b[index] || contentOf(row) === contentOf(b[index] ?? ""))
	);
}

/** The visible characters of a row, or of several, except frames. */
export function contentOf(row: string): string {
	return Bun.stripANSI(row).replace(DECORATION, "");
}

function cutContent(row: string, length: number): string {
	let column = 0;
	let remaining = length;
	for (const cluster of graphemes(Bun.stripANSI(row))) {
		if (remaining <= 0) break;
		column += visibleWidth(cluster);
		remaining -= cluster.replace(DECORATION, "").length;
	}
	const rest = sliceWithWidth(row, column, visibleWidth(row)).text;
	return rest.replace(/^((?:\x1b\[[0-9;:]*m)*) +/, "$1");
}
