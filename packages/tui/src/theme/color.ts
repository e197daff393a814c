import type { ColorDepth } from "../terminal/capabilities.ts";

/** The terminal's default, one of its 256 colors, or an exact one (0 to 255 each). */
export type Color =
	| { readonly kind: "default" }
	| { readonly kind: "indexed"; readonly index: number }
	| { readonly kind: "rgb"; readonly red: number; readonly green: number; readonly blue: number };

/** Parses `#RRGGBB`; undefined for anything else. */
export function parseHexColor(text: string): Color | undefined {
	const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text);
	if (!match) return undefined;
	const [red = 0, green = 0, blue = 0] = match.slice(1).map((part) => Number.parseInt(part, 16));
	return { kind: "rgb", red, green, blue };
}

/** The SGR sequence of the color; empty for the terminal's default. */
export function colorSequence(color: Color, layer: "foreground" | "background", depth: ColorDepth): string {
	if (depth === "none") return "";
	const base = layer === "foreground" ? 38 : 48;
	switch (color.kind) {
		case "default":
			return "";
		case "indexed":
			return `\x1b[${base};5;${color.index}m`;
		case "rgb":
			return depth === "truecolor"
				? `\x1b[${base};2;${color.red};${color.green};${color.blue}m`
				: `\x1b[${base};5;${nearestIndex(color.red, color.green, color.blue)}m`;
	}
}

const CUBE_LEVELS = [0, 95, 135, 175, 215, 255] as const;

/** The closest of the 256 colors, from the cube and the gray ramp; the first sixteen differ between terminals. */
export function nearestIndex(red: number, green: number, blue: number): number {
	const [r, g, b] = [red, green, blue].map(nearestLevel) as [number, number, number];
	const cube = { index: 16 + 36 * r + 6 * g + b, level: [CUBE_LEVELS[r], CUBE_LEVELS[g], CUBE_LEVELS[b]] };
	const step = Math.max(0, Math.min(23, Math.round(((red + green + blue) / 3 - 8) / 10)));
	const grey = 8 + step * 10;
	const cubeDistance = distance([red, green, blue], cube.level);
	return distance([red, green, blue], [grey, grey, grey]) < cubeDistance ? 232 + step : cube.index;
}

function nearestLevel(value: number): number {
	let best = 0;
	for (const [index, level] of CUBE_LEVELS.entries()) {
		if (Math.abs(level - value) < Math.abs((CUBE_LEVELS[best] ?? 0) - value)) best = index;
	}
	return best;
}

function distance(a: readonly number[], b: ReadonlyArray<number | undefined>): number {
	return a.reduce((sum, value, index) => sum + (value - (b[index] ?? 0)) ** 2, 0);
}
