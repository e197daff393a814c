import { isRunCharacter } from "./run-character.ts";
import { lineGap } from "./unwrap-lines.ts";

/** A match of a word. */
export interface WordMatch {
	readonly start: number;
	readonly end: number;
	/** Its place in the list. */
	readonly word: number;
}

interface Edge {
	readonly state: number;
	readonly character: number;
	readonly target: number;
}

const none = -1;

/** Less of a word may be there by chance. */
export const minPart = 16;

/** Less than this of a word at the end of a line is no sign of it. */
const minBegun = 4;
/** Over which a word is followed. */
const maxLines = 200;
/** Characters that may come between two parts of a word on two lines; see `lineGap`. */
const startsGap = new Uint8Array(65_536);
for (const character of "\"'` \t+,.\\\r\n") startsGap[character.charCodeAt(0)] = 1;

/** Where a word may go on behind a break. What is a number or a mark at the beginning of some lines is a part of it in others. */
function afterGap(text: string, at: number): Iterable<number> {
	lineGap.lastIndex = at;
	const found = lineGap.exec(text);
	if (!found) return [];
	const from = lineGap.lastIndex;
	const indent = /(?:\n|\\n)[ \t]*/.exec(found[0]);
	const ways = new Set([from]);
	if (indent) ways.add(at + indent.index + indent[0].length);
	if (found[1] !== undefined) ways.add(text.lastIndexOf(found[1], from - 1));
	return ways;
}

/**
 * Finds many words in one pass over a text (Aho and Corasick), so that neither their number nor texts made to be slow matter.
 * Of the words that end at one place only the longest is reported. Where a text was cut off, half of a word is enough.
 */
export class Automaton {
	readonly #words: readonly string[];
	/** Next states by state and character: open addressing over `state * 65536 + character`. */
	readonly #keys: Float64Array;
	readonly #targets: Int32Array;
	readonly #mask: number;
	readonly #fromRoot = new Int32Array(65_536);
	readonly #fail: Int32Array;
	/** The longest word that ends in a state. */
	readonly #ending: Int32Array;
	/** How much of a word a state stands for, and the shortest word that goes on from there. */
	readonly #depth: Int32Array;
	readonly #through: Int32Array;

	constructor(words: readonly string[]) {
		this.#words = words;
		const characters = words.reduce((sum, { length }) => sum + length, 0) + 1;
		const size = 2 ** Math.ceil(Math.log2(characters * 2 + 16));
		this.#mask = size - 1;
		this.#keys = new Float64Array(size).fill(none);
		this.#targets = new Int32Array(size);
		this.#fail = new Int32Array(characters);
		this.#ending = new Int32Array(characters).fill(none);
		this.#depth = new Int32Array(characters);
		this.#through = new Int32Array(characters).fill(none);
		this.#link(this.#addWords());
	}

	find(text: string): WordMatch[] {
		const found: WordMatch[] = [];
		/** Where words that were begun do not go on, with the state of each: they may do so on the next line. */
		const broken: number[] = [];
		if (this.#words.length === 0) return found;
		const fromRoot = this.#fromRoot;
		const fail = this.#fail;
		const ending = this.#ending;
		const depth = this.#depth;
		let state = 0;
		for (let index = 0; index < text.length; index++) {
			// As `#read`, written out for speed.
			const character = text.charCodeAt(index);
			let next = state === 0 ? none : this.#next(state, character);
			while (next === none && state !== 0) {
				if (startsGap[character] === 1 && (depth[state] ?? 0) >= minBegun) broken.push(index, state);
				state = fail[state] ?? 0;
				next = state === 0 ? none : this.#next(state, character);
			}
			state = next === none ? (fromRoot[character] ?? 0) : next;
			if (state === 0) continue;
			const word = ending[state] ?? none;
			const end = index + 1;
			if (word !== none) found.push({ start: end - (this.#words[word]?.length ?? 0), end, word });
			else if ((depth[state] ?? 0) >= minPart && !isRunCharacter(text.charCodeAt(end))) {
				const begun = this.#begun(state);
				if (begun) found.push({ start: end - begun.length, end, word: begun.word });
			}
		}
		for (let index = 0; index < broken.length; index += 2) {
			const match = this.#overLines(text, broken[index] ?? 0, broken[index + 1] ?? 0);
			if (match) found.push(match);
		}
		return found;
	}

	/** The word that is begun in a state, if all the rest of it is on the following lines. */
	#overLines(text: string, breakAt: number, begun: number): WordMatch | undefined {
		const start = breakAt - (this.#depth[begun] ?? 0);
		let ways = [{ at: breakAt, state: begun }];
		let match: WordMatch | undefined;
		for (let line = 0; line < maxLines && ways.length > 0; line++) {
			ways = ways.flatMap(({ at, state }) =>
				[...afterGap(text, at)].flatMap((from) => {
					const end = this.#goOn(text, from, state);
					if (end.at === from) return [];
					const word = this.#ending[end.state] ?? none;
					const isWhole = word !== none && this.#words[word]?.length === this.#depth[end.state];
					if (isWhole) match = { start, end: end.at, word };
					return [end];
				}),
			);
		}
		return match;
	}

	/** As far as a word goes on, and no further than the end of one. */
	#goOn(text: string, from: number, begun: number): { at: number; state: number } {
		let state = begun;
		let at = from;
		for (; at < text.length; at++) {
			const next = this.#next(state, text.charCodeAt(at));
			if (next === none) break;
			state = next;
		}
		return { at, state };
	}

	/** What is read last of a part of a text, read backwards: the longest word, or half of one. */
	readBackwards(text: string, from: number, to: number): { length: number; word: number } | undefined {
		let state = 0;
		for (let index = to - 1; index >= from; index--) state = this.#read(state, text.charCodeAt(index));
		const word = this.#ending[state] ?? none;
		if (state === 0) return undefined;
		return word === none ? this.#begun(state) : { length: this.#words[word]?.length ?? 0, word };
	}

	#begun(state: number): { length: number; word: number } | undefined {
		const word = this.#through[state] ?? none;
		const length = this.#depth[state] ?? 0;
		return length >= minPart && length * 2 >= (this.#words[word]?.length ?? 0) ? { length, word } : undefined;
	}

	/** The state after one more character. */
	#read(before: number, character: number): number {
		let state = before;
		let next = state === 0 ? none : this.#next(state, character);
		while (next === none && state !== 0) {
			state = this.#fail[state] ?? 0;
			next = state === 0 ? none : this.#next(state, character);
		}
		return next === none ? (this.#fromRoot[character] ?? 0) : next;
	}

	/** The children of each state, in the order of their depth. */
	#addWords(): Edge[][] {
		const levels: Edge[][] = [];
		let count = 1;
		this.#words.forEach((word, number) => {
			let state = 0;
			for (let depth = 0; depth < word.length; depth++) {
				const character = word.charCodeAt(depth);
				let target = state === 0 ? this.#fromRoot[character] || none : this.#next(state, character);
				if (target === none) {
					target = count++;
					if (state === 0) this.#fromRoot[character] = target;
					else this.#put(state, character, target);
					levels[depth] ??= [];
					levels[depth]?.push({ state, character, target });
				}
				state = target;
				this.#depth[state] = depth + 1;
				const shortest = this.#words[this.#through[state] ?? none];
				if (!shortest || word.length < shortest.length) this.#through[state] = number;
			}
			if (this.#ending[state] === none) this.#ending[state] = number;
		});
		return levels;
	}

	#link(levels: Edge[][]): void {
		for (const level of levels) {
			for (const { state, character, target } of level) {
				if (state === 0) continue;
				let suffix = this.#fail[state] ?? 0;
				let next = this.#step(suffix, character);
				while (next === none && suffix !== 0) {
					suffix = this.#fail[suffix] ?? 0;
					next = this.#step(suffix, character);
				}
				const link = next === none ? 0 : next;
				this.#fail[target] = link;
				if (this.#ending[target] === none) this.#ending[target] = this.#ending[link] ?? none;
			}
		}
	}

	#step(state: number, character: number): number {
		return state === 0 ? this.#fromRoot[character] || none : this.#next(state, character);
	}

	#next(state: number, character: number): number {
		const key = state * 65_536 + character;
		for (let slot = (state * 31 + character * 17) & this.#mask; ; slot = (slot + 1) & this.#mask) {
			const found = this.#keys[slot];
			if (found === key) return this.#targets[slot] ?? none;
			if (found === none) return none;
		}
	}

	#put(state: number, character: number, target: number): void {
		let slot = (state * 31 + character * 17) & this.#mask;
		while (this.#keys[slot] !== none) slot = (slot + 1) & this.#mask;
		this.#keys[slot] = state * 65_536 + character;
		this.#targets[slot] = target;
	}
}
