import type { CompletionProvider } from "@oh-my-pi/pi-tui/widgets/editor/completions";
import { fuzzyFilter } from "@oh-my-pi/pi-tui/widgets/fuzzy";

export interface FileSource {
	/** Paths below the working folder in the order of their interest, folders with a slash at their end. */
	list(signal: AbortSignal): Promise<readonly string[]>;
}

const maxItems = 50;
/** The folder above is not hidden. */
const hidden = /(^|\/)\.(?!\.?(\/|$))/;

/** The files and folders of the project after an `@` at the start of a word. */
export function fileCompletions(files: FileSource): CompletionProvider {
	return {
		async complete({ state, signal }) {
			const line = state.lines[state.lineIndex] ?? "";
			const match = /(?:^|\s)(@"([^"]*)|@([^\s"]*))$/.exec(line.slice(0, state.column));
			if (!match) return undefined;
			const [, typed = "", quoted, plain = ""] = match;
			const query = quoted ?? plain;
			const wantsHidden = hidden.test(query);
			const paths = (await files.list(signal)).filter((path) => wantsHidden || !hidden.test(path));
			const start = state.column - typed.length;
			const items = fuzzyFilter(query, paths, (path) => path)
				.slice(0, maxItems)
				.map((path) => ({ label: path, insert: path.includes(" ") ? `@"${path}"` : `@${path}` }));
			return { items, start, end: state.column };
		},
	};
}
