import { type CodeKind, loadCodeTokenizer } from "@oh-my-pi/pi-natives/syntax/highlight";
import { languageOfPath } from "@oh-my-pi/pi-natives/syntax/syntax";
import { screenStyle } from "@oh-my-pi/pi-tui/screen/screen-style";

/** Paints a piece of code by what it is. */
export type PaintCode = (text: string, kind: CodeKind) => string;

/** Code with the colors of the screen, or as `paint` has it; code of a language that is not known stays as it is. */
export async function highlightCode(
	code: string,
	language?: string,
	paint: PaintCode = paintAsScreen,
): Promise<string> {
	if (language === undefined) return code;
	const tokenize = await loadCodeTokenizer();
	const parts: string[] = [];
	const isKnown = tokenize(code, language, (text, kind) => parts.push(paint(text, kind)));
	return isKnown ? parts.join("") : code;
}

export function getLanguageFromPath(path: string): string | undefined {
	return languageOfPath(path)?.id;
}

function paintAsScreen(text: string, kind: CodeKind): string {
	const { theme } = screenStyle();
	switch (kind) {
		case "plain":
			return text;
		case "added":
			return theme.toolDiffAdded(text);
		case "removed":
			return theme.toolDiffRemoved(text);
		default:
			return theme[`syntax${kind[0]?.toUpperCase()}${kind.slice(1)}` as SyntaxToken](text);
	}
}

type SyntaxToken = `syntax${Capitalize<Exclude<CodeKind, "plain" | "added" | "removed">>}`;
