import { type CodeKind, type CodeTokenizer, loadCodeTokenizer } from "@oh-my-pi/pi-natives/syntax/highlight";
import type { Highlighter } from "@oh-my-pi/pi-tui/markdown/markdown-style";
import type { Style, Theme } from "@oh-my-pi/pi-tui/theme/theme";

/** Colors code once the grammars are there; until then code is shown plain. */
export class CodeHighlighter {
	readonly #theme: Theme;
	/** Cached by `style("|")`. */
	readonly #sequences = new Map<string, Sequences>();
	#tokenize: CodeTokenizer | undefined;

	constructor(theme: Theme) {
		this.#theme = theme;
	}

	async load(): Promise<void> {
		this.#tokenize = await loadCodeTokenizer();
	}

	readonly highlight: Highlighter = (code, language) => {
		const lines = new StyledLines();
		const sequences = new Map<CodeKind, Sequences>();
		const isKnown = this.#tokenize?.(code, language, (text, kind) => {
			const known = sequences.get(kind);
			const found = known ?? this.#findSequences(kind);
			if (!known) sequences.set(kind, found);
			lines.add(text, found);
		});
		return isKnown ? lines.end() : undefined;
	};

	/** Looked up by its output, because the theme may have been switched since. */
	#findSequences(kind: CodeKind): Sequences {
		const styled = chooseStyle(kind, this.#theme)("|");
		const known = this.#sequences.get(styled);
		if (known) return known;
		const [open = "", close = ""] = styled.split("|");
		const found = { open, close };
		this.#sequences.set(styled, found);
		return found;
	}
}

/** What begins and ends a style. */
interface Sequences {
	readonly open: string;
	readonly close: string;
}

const unstyled: Sequences = { open: "", close: "" };

/** Writes a sequence only where the color changes: one for every comma and blank would be most of what a terminal has to read. */
class StyledLines {
	readonly #lines: string[] = [];
	/** Joined once per line; `+=` would allocate a rope node for each token. */
	readonly #parts: string[] = [];
	#style = unstyled;

	add(text: string, style: Sequences): void {
		let start = 0;
		for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
			this.#append(text.slice(start, end), style);
			this.#endLine();
			start = end + 1;
		}
		this.#append(start === 0 ? text : text.slice(start), style);
	}

	end(): string[] {
		this.#endLine();
		return this.#lines;
	}

	#append(text: string, style: Sequences): void {
		// Blanks have no color.
		if (style.open !== this.#style.open && /\S/.test(text)) this.#begin(style);
		if (text !== "") this.#parts.push(text);
	}

	#begin(style: Sequences): void {
		// Another color replaces one; it needs no end.
		this.#parts.push(style.open === "" ? this.#style.close : style.open);
		this.#style = style;
	}

	#endLine(): void {
		this.#parts.push(this.#style.close);
		this.#lines.push(this.#parts.join(""));
		this.#parts.length = 0;
		this.#style = unstyled;
	}
}

function chooseStyle(kind: CodeKind, theme: Theme): Style {
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
