import type { Style, Theme } from "@oh-my-pi/pi-tui/theme/theme";

/** A colour by which a named session is known again; the same name has always the same one. */
export function sessionAccent(name: string, theme: Theme): Style {
	const colors = [
		theme.syntaxKeyword,
		theme.syntaxFunction,
		theme.syntaxString,
		theme.syntaxNumber,
		theme.syntaxType,
		theme.statusLineCost,
	];
	return colors[Number(Bun.hash(name) % BigInt(colors.length))] ?? theme.border;
}
