import type { CompletionProvider } from "@oh-my-pi/pi-tui/widgets/editor/completions";

/** Paths: for a word that begins like one, and for any word when Tab is pressed. */
export function pathCompletions(place: { readonly cwd: () => string; readonly home: string }): CompletionProvider {
	return {
		async complete({ state, isForced }) {
			const before = (state.lines[state.lineIndex] ?? "").slice(0, state.column);
			const word = /\S*$/.exec(before)?.[0] ?? "";
			const looksLikePath = /^(?:\.{1,2}|~)?\//.test(word) && !(word.startsWith("/") && word === before);
			if (word === "" || !(looksLikePath || isForced)) return undefined;
			const { completePath } = await import("../../../../paths/complete-path.ts");
			const found = await completePath(word, { cwd: place.cwd(), home: place.home });
			const items = found.map(({ name }) => ({ label: name }));
			if (items.length === 0) return undefined;
			return { items, start: before.length - word.length, end: before.length, isComplete: true };
		},
	};
}
