import { Automaton, type WordMatch } from "./automaton.ts";
import { CutWords } from "./cut-words.ts";
import { decodeEscapes } from "./decode-escapes.ts";
import { asBytes } from "./decoded-base64.ts";
import type { MappedText, Range } from "./mapped-text.ts";
import type { SearchedText } from "./searched-text.ts";

export interface Word {
	readonly text: string;
	/** What it belongs to. */
	readonly entry: number;
}

interface FoundWord {
	readonly start: number;
	readonly end: number;
	readonly entry: number;
}

/** Finds words as they are, over several lines, and with escapes, also inside Base64. */
export class SpelledWords {
	readonly #words: WordList;
	readonly #decoded: WordList | undefined;
	/** Those with escapes as they read byte by byte. */
	readonly #bytes: WordList | undefined;

	/** `decoded` are those that can only be told once escapes are read; the others may be escaped as well. */
	constructor(words: readonly Word[], decoded: readonly Word[]) {
		this.#words = new WordList(words);
		if (decoded.length === 0) return;
		this.#decoded = new WordList(decoded);
		this.#bytes = new WordList([...decoded, ...decoded.map(({ text, entry }) => ({ text: asBytes(text), entry }))]);
	}

	find({ text, unwrapped, encoded }: SearchedText): FoundWord[] {
		const found = [...this.#words.find(text), ...this.#words.findCut(text)];
		for (const joined of unwrapped) {
			found.push(...keepNew(this.#words.find(joined.text), [joined]));
			found.push(...keepNew(this.#words.findCut(joined.text), [joined]));
		}
		const decoded = [this.#words, this.#decoded];
		for (const layers of decodeEscapes(text)) {
			for (const list of decoded) if (list) found.push(...list.findNew(layers));
		}
		const bytes = [this.#words, this.#bytes];
		for (const view of encoded) {
			for (const layers of decodeEscapes(view.text)) {
				for (const { start, end, entry } of bytes.flatMap((list) => list?.findNew(layers) ?? [])) {
					const range = view.toOrigin([start, end]);
					if (range) found.push({ start: range[0], end: range[1], entry });
				}
			}
		}
		return found;
	}
}

class WordList {
	readonly #words: readonly Word[];
	readonly #automaton: Automaton;
	#cut: CutWords | undefined;

	constructor(words: readonly Word[]) {
		this.#words = words;
		this.#automaton = new Automaton(words.map(({ text }) => text));
	}

	find(text: string): FoundWord[] {
		return this.#automaton.find(text).map((match) => this.#toFound(match));
	}

	findCut(text: string): FoundWord[] {
		this.#cut ??= new CutWords(this.#words.map(({ text: word }) => word));
		return this.#cut.find(text).map((match) => this.#toFound(match));
	}

	#toFound({ start, end, word }: WordMatch): FoundWord {
		return { start, end, entry: this.#words[word]?.entry ?? 0 };
	}

	findNew(layers: readonly MappedText[]): FoundWord[] {
		return keepNew(this.find(layers.at(-1)?.text ?? ""), layers);
	}
}

/** Of what was found in the last layer only what the one before did not show, by places in the text itself. */
function keepNew(found: readonly FoundWord[], layers: readonly MappedText[]): FoundWord[] {
	return found.flatMap(({ start, end, entry }) => {
		if (layers.at(-1)?.isCopied([start, end])) return [];
		const [from, to] = layers.reduceRight((range: Range, layer) => layer.toOrigin(range), [start, end]);
		return [{ start: from, end: to, entry }];
	});
}
