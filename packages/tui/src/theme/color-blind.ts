import type { Color } from "./color.ts";
import { relativeLuminance } from "./contrast.ts";
import { diffBand, diffWordBand } from "./diff-band.ts";
import type { ThemeSpec } from "./theme-spec.ts";

const BLUE_HUE = 212;
const LEAST_SATURATION = 0.65;

/** Replaces the color of added lines by blue, which differs from the red of removed ones. Indexed colors stay. */
export function withBlueAdditions(spec: ThemeSpec): ThemeSpec {
	const toolDiffAdded = towardsBlue(spec.colors.toolDiffAdded);
	const toolDiffAddedBg = diffBand(toolDiffAdded, spec.exportColors.pageBg) ?? spec.colors.toolDiffAddedBg;
	const toolDiffAddedWordBg = diffWordBand(toolDiffAdded, spec.exportColors.pageBg) ?? toolDiffAddedBg;
	return { ...spec, colors: { ...spec.colors, toolDiffAdded, toolDiffAddedBg, toolDiffAddedWordBg } };
}

/** Keeps the perceived brightness, and so the contrast. */
function towardsBlue(color: Color): Color {
	if (color.kind !== "rgb") return color;
	const wanted = relativeLuminance(color);
	const saturation = Math.max(LEAST_SATURATION, computeSaturation(color));
	let [low, high] = [0, 1];
	for (let step = 0; step < 12; step++) {
		const lightness = (low + high) / 2;
		if (relativeLuminance(fromHsl(BLUE_HUE, saturation, lightness)) < wanted) low = lightness;
		else high = lightness;
	}
	return fromHsl(BLUE_HUE, saturation, high);
}

type RgbColor = Extract<Color, { kind: "rgb" }>;

function computeSaturation({ red, green, blue }: RgbColor): number {
	const [max, min] = [Math.max(red, green, blue) / 255, Math.min(red, green, blue) / 255];
	return max === min ? 0 : (max - min) / (1 - Math.abs(max + min - 1));
}

function fromHsl(hue: number, saturation: number, lightness: number): RgbColor {
	const reach = saturation * Math.min(lightness, 1 - lightness);
	const part = (offset: number) => {
		const position = (offset + hue / 30) % 12;
		return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(position - 3, 9 - position, 1))));
	};
	return { kind: "rgb", red: part(0), green: part(8), blue: part(4) };
}
