export interface Modifiers {
	readonly ctrl: boolean;
	readonly alt: boolean;
	readonly shift: boolean;
	readonly super: boolean;
}

/** A key press as reported by the terminal. */
export interface Key extends Modifiers {
	/** A lower-case letter, a digit, a symbol, or a name such as `escape` or `pageup`. */
	readonly name: string;
	readonly event: "press" | "repeat" | "release";
	/** The text that typing this key inserts, if any. */
	readonly text?: string;
}

export const NO_MODIFIERS: Modifiers = { ctrl: false, alt: false, shift: false, super: false };

/** Normalized: modifiers in a fixed order, then the key. */
export function formatChord(key: Modifiers & { readonly name: string }): string {
	const ctrl = key.ctrl ? "ctrl+" : "";
	const alt = key.alt ? "alt+" : "";
	const shift = key.shift ? "shift+" : "";
	const superKey = key.super ? "super+" : "";
	return ctrl + alt + shift + superKey + key.name;
}
