/**
 * Finds which of many short ASCII texts occur in a text, in one pass and whatever the case of its letters (Aho and Corasick). A text
 * can be given piece by piece: the state after one piece is where the next begins.
 */
export class LiteralScanner {
	/** The class of each ASCII character; 0 for those that occur in no literal. */
	readonly #classes = new Uint8Array(128);
	readonly #width: number;
	/** The next state, by state and class. */
	readonly #next: Uint16Array;
	/** The literals that end in a state. */
	readonly #ends: ReadonlyArray<readonly number[] | undefined>;

	/** In lower case, ASCII, not empty. */
	constructor(literals: readonly string[]) {
		const letters = [...new Set(literals.join(""))];
		for (const [index, letter] of letters.entries()) {
			this.#classes[letter.charCodeAt(0)] = index + 1;
			this.#classes[letter.toUpperCase().charCodeAt(0)] = index + 1;
		}
		this.#width = letters.length + 1;
		const { next, ends } = automaton(literals, this.#classes, this.#width);
		this.#next = next;
		this.#ends = ends;
	}

	/** Calls `onFound` with the index of each literal that occurs; gives the state at the end. */
	scan(text: string, state: number, onFound: (literal: number) => void): number {
		const next = this.#next;
		const classes = this.#classes;
		const width = this.#width;
		let at = state;
		for (let index = 0; index < text.length; index++) {
			const code = text.charCodeAt(index);
			const kind = code < 128 ? (classes[code] ?? 0) : 0;
			at = kind === 0 ? 0 : (next[at * width + kind] ?? 0);
			if (at === 0) continue;
			const ended = this.#ends[at];
			if (ended) for (const literal of ended) onFound(literal);
		}
		return at;
	}
}

function automaton(literals: readonly string[], classes: Uint8Array, width: number) {
	const size = literals.reduce((sum, { length }) => sum + length, 1);
	const next = new Uint16Array(size * width);
	const ends: Array<number[] | undefined> = [];
	const step = (state: number, kind: number) => next[state * width + kind] ?? 0;
	let count = 1;
	for (const [index, literal] of literals.entries()) {
		let state = 0;
		for (let at = 0; at < literal.length; at++) {
			const kind = classes[literal.charCodeAt(at)] ?? 0;
			if (step(state, kind) === 0) next[state * width + kind] = count++;
			state = step(state, kind);
		}
		ends[state] = [...(ends[state] ?? []), index];
	}
	// In order of depth: where a text that leaves a literal is in another.
	const fallback = new Uint16Array(size);
	const queue = [0];
	for (const state of queue) {
		for (let kind = 1; kind < width; kind++) {
			const child = step(state, kind);
			const other = state === 0 ? 0 : step(fallback[state] ?? 0, kind);
			if (child === 0) next[state * width + kind] = other;
			else {
				fallback[child] = other;
				const inherited = ends[other];
				if (inherited) ends[child] = [...(ends[child] ?? []), ...inherited];
				queue.push(child);
			}
		}
	}
	return { next, ends };
}
