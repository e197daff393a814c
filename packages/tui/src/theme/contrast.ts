/** An exact color, each component from 0 to 255. */
export interface Rgb255 {
	readonly red: number;
	readonly green: number;
	readonly blue: number;
}

/** WCAG relative luminance, from 0 to 1. */
export function relativeLuminance({ red, green, blue }: Rgb255): number {
	return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** WCAG contrast ratio: from 1 (the same) to 21 (black on white); 4.5 is enough for normal text. */
export function contrastRatio(a: Rgb255, b: Rgb255): number {
	const [brighter = 0, darker = 0] = [relativeLuminance(a), relativeLuminance(b)].sort((x, y) => y - x);
	return (brighter + 0.05) / (darker + 0.05);
}

function linear(part: number): number {
	const fraction = part / 255;
	return fraction <= 0.04045 ? fraction / 12.92 : ((fraction + 0.055) / 1.055) ** 2.4;
}
