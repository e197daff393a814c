/** Each component from 0 to 1. */
export interface Rgb {
	readonly red: number;
	readonly green: number;
	readonly blue: number;
}

export type Appearance = "dark" | "light";

/** Parses `rgb:1e1e/1e1e/2e2e` or `#1e1e2e`, the replies to color queries. */
export function parseTerminalColor(text: string): Rgb | undefined {
	const parts = /^rgba?:([0-9a-f]{1,4})\/([0-9a-f]{1,4})\/([0-9a-f]{1,4})/i.exec(text) ?? hexParts(text);
	if (!parts) return undefined;
	const [red, green, blue] = [parts[1], parts[2], parts[3]].map(fraction);
	return red === undefined || green === undefined || blue === undefined ? undefined : { red, green, blue };
}

export function classifyBackground(background: Rgb): Appearance {
	const luminance = 0.2126 * background.red + 0.7152 * background.green + 0.0722 * background.blue;
	return luminance < 0.5 ? "dark" : "light";
}

/** `COLORFGBG` is `foreground;background` as palette indexes. */
export function appearanceFromColorFgBg(value: string | undefined): Appearance | undefined {
	const index = Number.parseInt(value?.split(";").at(-1) ?? "", 10);
	if (Number.isNaN(index)) return undefined;
	return index < 8 ? "dark" : "light";
}

function hexParts(text: string): RegExpExecArray | null {
	return /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text);
}

function fraction(digits: string | undefined): number | undefined {
	return digits === undefined ? undefined : Number.parseInt(digits, 16) / (16 ** digits.length - 1);
}
