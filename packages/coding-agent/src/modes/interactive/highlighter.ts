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
		const lines = [""];
		for (const { text, kind } of tokens) {
			const style = styleOf(kind, this.#theme);
			for (const [index, part] of text.split("\n").entries()) {
				if (index > 0) lines.push("");
				lines[lines.length - 1] += style(part);
			}
		}
		return lines;
	};
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
