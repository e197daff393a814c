import { Automaton } from "./automaton.ts";
import { decodeEscapes } from "./decode-escapes.ts";
import type { MappedText, Range } from "./mapped-text.ts";

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

/** Finds words as they are, over several lines, and with escapes. */
export class SpelledWords {
	readonly #words: readonly Word[];
	readonly #automaton: Automaton;
	readonly #decoded: readonly Word[];
	readonly #decodedAutomaton: Automaton | undefined;

	/** `decoded` are those that can only be told once escapes are read. */
	constructor(words: readonly Word[], decoded: readonly Word[]) {
		this.#words = words;
		this.#automaton = new Automaton(words.map(({ text }) => text));
		this.#decoded = decoded;
		this.#decodedAutomaton = decoded.length > 0 ? new Automaton(decoded.map(({ text }) => text)) : undefined;
	}

	find(text: string, unwrapped: readonly MappedText[]): FoundWord[] {
		const found = this.#automaton
			.find(text)
			.map(({ start, end, word }): FoundWord => ({ start, end, entry: this.#words[word]?.entry ?? 0 }));
		for (const joined of unwrapped) found.push(...findIn([joined], this.#automaton, this.#words));
		if (!this.#decodedAutomaton) return found;
		for (const layers of decodeEscapes(text)) found.push(...findIn(layers, this.#decodedAutomaton, this.#decoded));
		return found;
	}
}

/** What the last layer shows and the one before did not. */
function findIn(layers: readonly MappedText[], automaton: Automaton, words: readonly Word[]): FoundWord[] {
	const last = layers.at(-1);
	if (!last) return [];
	return automaton.find(last.text).flatMap(({ start, end, word }) => {
		if (last.isCopied([start, end])) return [];
		const [from, to] = layers.reduceRight((range: Range, layer) => layer.toOrigin(range), [start, end]);
		return [{ start: from, end: to, entry: words[word]?.entry ?? 0 }];
	});
}
