import { Automaton, minPart, type WordMatch } from "./automaton.ts";
import { isRunCharacter } from "./run-character.ts";

/** Finds words whose beginning was cut off: what is left is at least half of them and begins a run of their characters. */
export class CutWords {
	/** Of the words read backwards, which begin with their ends. */
	readonly #automaton: Automaton;
	/** The place of each in the list. */
	readonly #places: readonly number[];
	readonly #longest: number;

	constructor(words: readonly string[]) {
		this.#places = words.flatMap((word, place) => (hasLongEnd(word) ? [place] : []));
		const ends = this.#places.map((place) => reversed(words[place] ?? ""));
		this.#automaton = new Automaton(ends);
		this.#longest = ends.reduce((longest, { length }) => Math.max(longest, length), 0);
	}

	find(text: string): WordMatch[] {
		const found: WordMatch[] = [];
		if (this.#longest === 0) return found;
		for (let start = 0; start + minPart <= text.length; ) {
			// From its end, since most runs are short: none of this length begins before the last other character.
			let other = start + minPart - 1;
			while (other >= start && isRunCharacter(text.charCodeAt(other))) other--;
			if (other >= start) {
				start = other + 1;
				continue;
			}
			let end = start + minPart;
			while (isRunCharacter(text.charCodeAt(end))) end++;
			const match = this.#automaton.readBackwards(text, start, Math.min(end, start + this.#longest));
			if (match) found.push({ start, end: start + match.length, word: this.#places[match.word] ?? 0 });
			start = end + 1;
		}
		return found;
	}
}

function hasLongEnd(word: string): boolean {
	if (word.length <= minPart) return false;
	const half = Math.max(minPart, Math.ceil(word.length / 2));
	for (let index = word.length - half; index < word.length; index++) {
		if (!isRunCharacter(word.charCodeAt(index))) return false;
	}
	return true;
}

function reversed(text: string): string {
	let result = "";
	for (let index = text.length - 1; index >= 0; index--) result += text[index];
	return result;
}
