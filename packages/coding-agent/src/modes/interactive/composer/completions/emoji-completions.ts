import type { CompletionProvider } from "@oh-my-pi/pi-tui/widgets/editor/completions";
import { rankByName } from "./rank-by-name.ts";

const minLetters = 2;
const maxItems = 20;

/** Emoji after `:name`; the closing colon puts the one of exactly that name in. */
export function emojiCompletions(isOn: () => boolean): CompletionProvider {
	return {
		async complete({ state }) {
			const before = (state.lines[state.lineIndex] ?? "").slice(0, state.column);
			const [, typed, closing] = /(?:^|\s):([a-z0-9_+-]+)(:?)$/.exec(before) ?? [];
			if (typed === undefined || typed.length < minLetters || !isOn()) return undefined;
			const { emoji } = await import("./emoji.data.ts");
			const all = Object.entries(emoji).map(([name, sign]) => ({ name, sign, description: "" }));
			const found = closing ? all.filter(({ name }) => name === typed) : rankByName(typed, all, (item) => item);
			const items = found.slice(0, maxItems).map(({ name, sign }) => ({ label: `${sign} :${name}:`, insert: sign }));
			const start = before.length - typed.length - 1 - (closing ?? "").length;
			return items.length === 0 ? undefined : { items, start, end: before.length };
		},
	};
}
