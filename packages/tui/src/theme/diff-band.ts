import { type Color, parseHexColor } from "./color.ts";
import { contrastRatio } from "./contrast.ts";

type RgbColor = Extract<Color, { kind: "rgb" }>;

const strongest = 0.24;
const strongestWord = 0.44;
const step = 0.02;

/**
 * The background of a changed row: the page with a share of the text's color, as much as leaves the text readable.
 * `undefined` when the exact colors are not known.
 */
export function diffBand(text: Color, pageBg: string | undefined): Color | undefined {
	// A theme with very high contrast keeps it.
	return shade(text, pageBg, strongest, { usual: 4.5, high: 7 });
}

/** The background of what differs inside such a row: stronger, and still readable. */
export function diffWordBand(text: Color, pageBg: string | undefined): Color | undefined {
	return shade(text, pageBg, strongestWord, { usual: 3, high: 4.5 });
}

function shade(
	text: Color,
	pageBg: string | undefined,
	most: number,
	least: { readonly usual: number; readonly high: number },
): Color | undefined {
	const page = parseHexColor(pageBg ?? "");
	if (text.kind !== "rgb" || page?.kind !== "rgb") return undefined;
	const wanted = contrastRatio(text, page) >= 9 ? least.high : least.usual;
	for (let share = most; share > 0; share -= step) {
		const band = mix(page, text, share);
		if (contrastRatio(text, band) >= wanted) return band;
	}
	return page;
}

function mix(a: RgbColor, b: RgbColor, share: number): RgbColor {
	const part = (one: number, other: number) => Math.round(one + (other - one) * share);
	return { kind: "rgb", red: part(a.red, b.red), green: part(a.green, b.green), blue: part(a.blue, b.blue) };
}
