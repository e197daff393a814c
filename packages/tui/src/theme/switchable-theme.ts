import type { Style, Theme } from "./theme.ts";
import { colorTokens } from "./tokens.data.ts";

export interface SwitchableTheme {
	/** Pass this one around: it always behaves like the active theme. */
	readonly theme: Theme;
	/** The caller must invalidate the components. */
	use(next: Theme): void;
}

/** One theme object for the whole process, so that components need not be told about a change. */
export function switchableTheme(initial: Theme): SwitchableTheme {
	let current = initial;
	const styles = [...colorTokens, ...(["bold", "faint", "italic", "underline", "strikethrough", "inverse"] as const)];
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
