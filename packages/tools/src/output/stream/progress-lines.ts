/** Longer lines are no progress; they pass as they come. */
const maxHeldChars = 4096;

/** A text in which a line that a program wrote over and over has only its last state. */
export function collapseProgress(text: string): string {
	if (!text.includes("\r")) return text;
	const lines = new ProgressLines();
	return lines.push(text) + lines.end();
}

/** The same for a stream: a line that is not complete waits, as the next state may take its place. */
export class ProgressLines {
	/** The line under way; its states, if there are several, with `\r` between them. */
	#line = "";
	/** The beginning of this line has passed already. */
	#isLong = false;

	push(text: string): string {
		const end = text.lastIndexOf("\n");
		if (end === -1) {
			this.#line += text;
			return this.#letLongPass();
		}
		const complete = this.#line + text.slice(0, end + 1);
		this.#line = text.slice(end + 1);
		const shown = complete.includes("\r") ? this.#collapsed(complete) : complete;
		this.#isLong = false;
		return shown + this.#letLongPass();
	}

	/** The last state of the line under way. */
	get pending(): string {
		return lastStates(this.#line).at(-1) ?? "";
	}

	end(): string {
		const rest = this.#isLong ? breaks(this.#line) : lastStates(this.#line).join("\n");
		this.#line = "";
		this.#isLong = false;
		return rest;
	}

	#collapsed(complete: string): string {
		const [first = "", ...rest] = complete.split("\n");
		const start = this.#isLong ? breaks(first) : lastStates(first).join("\n");
		return [start, ...rest.map((line) => (line.includes("\r") ? lastStates(line).join("\n") : line))].join("\n");
	}

	#letLongPass(): string {
		if (this.#line.includes("\r") && !this.#isLong) {
			// The last state is not complete, so it cannot be compared yet.
			const last = this.#line.lastIndexOf("\r");
			this.#line = lastStates(this.#line.slice(0, last)).join("\r") + this.#line.slice(last);
		}
		if (this.#line.length <= maxHeldChars && !this.#isLong) return "";
		// The return may belong to the newline that comes next.
		const end = this.#line.endsWith("\r") ? this.#line.length - 1 : this.#line.length;
		const passed = breaks(this.#line.slice(0, end));
		this.#line = this.#line.slice(end);
		this.#isLong = true;
		return passed;
	}
}

function breaks(line: string): string {
	return line.replace(/\r+$/, "").replaceAll("\r", "\n");
}

/** What is left of the states of a line: one that the next only brings up to date goes. */
function lastStates(line: string): string[] {
	if (!line.includes("\r")) return [line];
	const states: string[] = [];
	for (const state of line.split("\r")) {
		if (state.trim() === "") continue;
		const before = states.at(-1);
		if (before !== undefined && isSameProgress(before, state)) states.pop();
		states.push(state);
	}
	return states;
}

/** The same words with other numbers, bars or spinners. Lines of a text that only has returns are not. */
function isSameProgress(before: string, after: string): boolean {
	const [first, second] = [wordsOf(before), wordsOf(after)];
	if (first.length >= 3 && second.length >= 3) return first.slice(0, 3) === second.slice(0, 3);
	return (/\d/.test(before) && /\d/.test(after)) || (before.trim().length <= 8 && after.trim().length <= 8);
}

function wordsOf(state: string): string {
	return state.slice(0, 200).replace(/[^\p{L}]+/gu, "");
}
