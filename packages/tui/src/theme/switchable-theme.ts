import type { Style, Theme } from "./theme.ts";
import { TOKEN_GROUPS } from "./tokens.data.ts";

export interface SwitchableTheme {
	/** Hand this one out: it always looks like the theme in use. */
	readonly theme: Theme;
	/** What was drawn before must be invalidated by whoever holds the components. */
	use(next: Theme): void;
}

/** One theme object for the life of the program, so that components need not be told about another theme. */
export function switchableTheme(initial: Theme): SwitchableTheme {
	let current = initial;
	const styles = [
		...Object.values(TOKEN_GROUPS).flat(),
		...(["bold", "faint", "italic", "underline", "strikethrough", "inverse"] as const),
	];
	const theme = {
		...(Object.fromEntries(styles.map((key) => [key, ((text) => current[key](text)) as Style])) as unknown as Theme),
		get name() {
			return current.name;
		},
		symbol: (key) => current.symbol(key),
		spinnerFrames: (kind) => current.spinnerFrames(kind),
	} satisfies Theme;
	return {
		theme,
		use(next) {
			current = next;
		},
	};
}
