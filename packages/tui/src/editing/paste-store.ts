import type { Atom, AtomFinder } from "./atoms.ts";

const MAX_INLINE_LINES = 10;
const MAX_INLINE_CHARACTERS = 1000;
const MARKER = /\[Paste #(\d+) (?:\+\d+ lines|\d+ chars)\]/g;

/** Large pastes, represented in the text by a short marker. */
export class PasteStore {
	readonly #texts = new Map<string, string>();
	#nextNumber = 1;

	/** The text to insert: the paste itself if small, else a marker. `lineCount` is what the marker says. */
	add(text: string, lineCount = countLines(text)): string {
		if (lineCount <= MAX_INLINE_LINES && text.length <= MAX_INLINE_CHARACTERS) return text;
		const size = lineCount > MAX_INLINE_LINES ? `+${lineCount} lines` : `${text.length} chars`;
		const marker = `[Paste #${this.#nextNumber++} ${size}]`;
		this.#texts.set(marker, text);
		return marker;
	}

	/** The marker of exactly this text. */
	findMarker(text: string): string | undefined {
		for (const [marker, pasted] of this.#texts) if (pasted === text) return marker;
		return undefined;
	}

	/** Replaces every marker by its content. */
	expand(text: string): string {
		return this.#texts.size === 0 ? text : text.replace(MARKER, (marker) => this.#texts.get(marker) ?? marker);
	}

	clear(): void {
		this.#texts.clear();
		this.#nextNumber = 1;
	}

	readonly atoms: AtomFinder = (line) => {
		if (this.#texts.size === 0 || !line.includes("[Paste #")) return [];
		const found: Atom[] = [];
		for (const match of line.matchAll(MARKER)) {
			if (this.#texts.has(match[0])) found.push({ start: match.index, end: match.index + match[0].length });
		}
		return found;
	};
}

/** A line break at the end does not begin another line. */
export function countLines(text: string): number {
	return text.replace(/\n$/, "").split("\n").length;
}
