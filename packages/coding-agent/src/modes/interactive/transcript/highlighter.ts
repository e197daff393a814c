import { type CodeKind, type CodeTokenizer, loadCodeTokenizer } from "@oh-my-pi/pi-natives/highlight";
import type { Highlighter } from "@oh-my-pi/pi-tui/markdown/markdown-look";
import type { Style, Theme } from "@oh-my-pi/pi-tui/theme/theme";

/** Colours code once the grammars are there; until then code is shown plain. */
export class CodeHighlighter {
	readonly #theme: Theme;
	#tokenize: CodeTokenizer | undefined;

	constructor(theme: Theme) {
		this.#theme = theme;
	}

	async load(): Promise<void> {
		this.#tokenize = await loadCodeTokenizer();
	}

	readonly highlight: Highlighter = (code, language) => {
		const tokens = this.#tokenize?.(code, language);
		if (!tokens) return undefined;
		const lines = new StyledLines((kind) => styleOf(kind, this.#theme));
		for (const { text, kind } of tokens) lines.add(text, kind);
		return lines.end();
	};
}

/** Joins what looks the same: a sequence for every comma and blank would be most of what a terminal has to read. */
class StyledLines {
	readonly #styleOf: (kind: CodeKind) => Style;
	readonly #lines: string[] = [];
	#line = "";
	#text = "";
	#kind: CodeKind = "plain";

	constructor(styleOf: (kind: CodeKind) => Style) {
		this.#styleOf = styleOf;
	}

	add(text: string, kind: CodeKind): void {
		let start = 0;
		for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
			this.#append(text.slice(start, end), kind);
			this.#endLine();
			start = end + 1;
		}
		this.#append(start === 0 ? text : text.slice(start), kind);
	}

	end(): string[] {
		this.#endLine();
		return this.#lines;
	}

	#append(text: string, kind: CodeKind): void {
		// Blanks have no colour.
		if (kind !== this.#kind && text.trim() !== "") {
			this.#flush();
			this.#kind = kind;
		}
		this.#text += text;
	}

	#flush(): void {
		if (this.#text !== "") this.#line += this.#styleOf(this.#kind)(this.#text);
		this.#text = "";
	}

	#endLine(): void {
		this.#flush();
		this.#lines.push(this.#line);
		this.#line = "";
	}
}

function styleOf(kind: CodeKind, theme: Theme): Style {
	switch (kind) {
		case "comment":
			return theme.syntaxComment;
		case "keyword":
			return theme.syntaxKeyword;
		case "function":
			return theme.syntaxFunction;
		case "variable":
			return theme.syntaxVariable;
		case "string":
			return theme.syntaxString;
		case "number":
			return theme.syntaxNumber;
		case "type":
			return theme.syntaxType;
		case "operator":
			return theme.syntaxOperator;
		case "added":
			return theme.toolDiffAdded;
		case "removed":
			return theme.toolDiffRemoved;
		case "plain":
			return theme.mdCodeBlock;
	}
}
