import type { Redirection, Script } from "./syntax.ts";

/** Nesting beyond this is not followed, and the text counts as incomplete. */
const maxDepth = 100;

export interface OpenHeredoc {
	readonly redirection: Redirection;
	readonly delimiter: string;
	readonly isQuoted: boolean;
	readonly stripsTabs: boolean;
}

/** A place in the text that moves on while it is parsed. */
export class Cursor {
	readonly text: string;
	readonly depth: number;
	at = 0;
	/** Turns false with the first thing that does not fit. */
	complete = true;
	/** Here-documents whose text begins with the next line. */
	heredocs: OpenHeredoc[] = [];
	/** Parses commands up to the closing character, which is taken too. */
	readonly parseNested: (cursor: Cursor, closer: string) => Script;
	/** Parses a text of its own, such as the inside of backticks. */
	readonly parseText: (text: string, depth: number) => Script;

	constructor(
		text: string,
		depth: number,
		parsers: { nested: (cursor: Cursor, closer: string) => Script; text: (text: string, depth: number) => Script },
	) {
		this.text = text;
		this.depth = depth;
		this.parseNested = parsers.nested;
		this.parseText = parsers.text;
	}

	/** A cursor for a text inside of this one. */
	within(text: string): Cursor {
		const parsers = { nested: this.parseNested, text: this.parseText };
		return new Cursor(text, this.depth + this.nesting + 1, parsers);
	}

	get isAtEnd(): boolean {
		return this.at >= this.text.length;
	}

	get char(): string {
		return this.text[this.at] ?? "";
	}

	get isTooDeep(): boolean {
		return this.depth + this.nesting > maxDepth;
	}

	nesting = 0;

	startsWith(text: string): boolean {
		return this.text.startsWith(text, this.at);
	}

	/** Takes the text if it stands here. */
	take(text: string): boolean {
		if (!this.startsWith(text)) return false;
		this.at += text.length;
		return true;
	}

	/** Takes what a sticky expression matches here. */
	match(expression: RegExp): RegExpExecArray | undefined {
		expression.lastIndex = this.at;
		const found = expression.exec(this.text) ?? undefined;
		if (found) this.at = expression.lastIndex;
		return found;
	}

	/** Whether a sticky expression matches here. */
	sees(expression: RegExp): boolean {
		expression.lastIndex = this.at;
		return expression.test(this.text);
	}

	/** Takes everything up to the text and the text itself; all there is when it does not come. */
	takeUntil(text: string): string {
		const end = this.text.indexOf(text, this.at);
		const start = this.at;
		if (end === -1) {
			this.complete = false;
			this.at = this.text.length;
			return this.text.slice(start);
		}
		this.at = end + text.length;
		return this.text.slice(start, end);
	}

	/** Blanks, joined lines and comments. */
	skipBlank(): void {
		this.match(blank);
		if (this.char === "#") this.match(comment);
	}
}

const blank = /(?:[ \t\r]|\\\r?\n)*/y;
const comment = /#[^\n]*/y;
