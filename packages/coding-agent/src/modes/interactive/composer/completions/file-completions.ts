import { resolve } from "node:path";
import type { KeyPlaces } from "@oh-my-pi/pi-policy/files/key-places";
import type { CompletionProvider } from "@oh-my-pi/pi-tui/widgets/editor/completions";
import { fuzzyFilter } from "@oh-my-pi/pi-tui/widgets/fuzzy";

export interface FileSource {
	/** Paths below the working folder in the order of their interest, folders with a slash at their end. */
	list(signal: AbortSignal): Promise<readonly string[]>;
}

export interface CompletionPlace {
	readonly cwd: () => string;
	readonly home: string;
	/** What is not offered, since it would not be attached. */
	readonly keyPlaces?: () => KeyPlaces;
}

const maxItems = 50;
/** The folder above is not hidden. */
const hidden = /(^|\/)\.(?!\.?(\/|$))/;

/** Files and folders after an `@` at the start of a word: those of the project, or anywhere for a path that begins elsewhere. */
export function fileCompletions(files: FileSource, place: CompletionPlace): CompletionProvider {
	return {
		async complete({ state, signal }) {
			const line = state.lines[state.lineIndex] ?? "";
			const match = /(?:^|\s)(@"([^"]*)|@([^\s"]*))$/.exec(line.slice(0, state.column));
			if (!match) return undefined;
			const [, typed = "", quoted, plain = ""] = match;
			const query = quoted ?? plain;
			const paths = /^(?:~|\.{1,2})?\//.test(query)
				? await elsewhere(query, place)
				: matching(query, await files.list(signal));
			const start = state.column - typed.length;
			// Nothing is left to complete where only the path itself is found.
			const items = (paths.length === 1 && paths[0] === query ? [] : paths)
				.slice(0, maxItems)
				.map((path) => ({ label: path, insert: path.includes(" ") ? `@"${path}"` : `@${path}` }));
			// Enter sends a prompt that ends with a path as it is.
			return { items, start, end: state.column, isComplete: paths.includes(query) };
		},
	};
}

function matching(query: string, all: readonly string[]): string[] {
	const wantsHidden = hidden.test(query);
	const paths = all.filter((path) => wantsHidden || !hidden.test(path));
	const isFolder = query.endsWith("/") && paths.includes(query);
	// A folder that was completed is gone into; what is in it comes before what is deeper.
	if (!isFolder) return [...fuzzyFilter(query, paths, (path) => path)];
	const below = paths.filter((path) => path.startsWith(query) && path !== query);
	const depth = (path: string) => path.slice(query.length, -1).split("/").length;
	return below.toSorted((a, b) => depth(a) - depth(b));
}

async function elsewhere(query: string, place: CompletionPlace): Promise<string[]> {
	const [{ completePath }, { isKeyFile }] = await Promise.all([
		import("../../../../paths/complete-path.ts"),
		import("@oh-my-pi/pi-policy/files/is-key-file"),
	]);
	const found = await completePath(query, { cwd: place.cwd(), home: place.home });
	const places = { home: place.home, keyPlaces: place.keyPlaces?.() };
	const absolute = (name: string) => resolve(place.cwd(), name.replace(/^~(?=\/|$)/, place.home));
	return found.map(({ name }) => name.replaceAll('"', "")).filter((name) => !isKeyFile(absolute(name), places));
}
