import type { Position } from "vscode-languageserver-types";

/** Where the lines of a text begin. A line ends with `\n`, `\r\n` or `\r`, as the protocol has it. */
export class LineIndex {
	readonly #text: string;
	readonly #starts: readonly number[];

	constructor(text: string) {
		this.#text = text;
		this.#starts = findLineStarts(text);
	}

	/** At least 1; a text that ends with a line break has an empty last line. */
	get lineCount(): number {
		return this.#starts.length;
	}

	lineStart(lineIndex: number): number {
		return this.#starts[lineIndex] ?? this.#text.length;
	}

	positionAt(offset: number): Position {
		let low = 0;
		let high = this.#starts.length;
		while (high - low > 1) {
			const middle = (low + high) >> 1;
			if (this.lineStart(middle) <= offset) low = middle;
			else high = middle;
		}
		return { line: low, character: offset - this.lineStart(low) };
	}

	/** Without its line break; empty beyond the text. */
	lineText(lineIndex: number): string {
		const line = this.#text.slice(this.lineStart(lineIndex), this.lineStart(lineIndex + 1));
		return line.replace(/(?:\r\n|\n|\r)$/, "");
	}
}

function findLineStarts(text: string): number[] {
	const starts = [0];
	if (!text.includes("\r")) {
		for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
		return starts;
	}
	for (const { 0: lineBreak, index } of text.matchAll(/\r\n|\n|\r/g)) starts.push(index + lineBreak.length);
	return starts;
}
