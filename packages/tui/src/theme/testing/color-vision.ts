import type { Rgb255 } from "../contrast.ts";

type Matrix = readonly [readonly number[], readonly number[], readonly number[]];

/** Dichromacy matrices for linear colors, after Machado, Oliveira and Fernandes (2009). */
const matrices: Readonly<Record<"normal" | "protan" | "deutan" | "tritan", Matrix>> = {
	normal: [
		[1, 0, 0],
		[0, 1, 0],
		[0, 0, 1],
	],
	protan: [
		[0.152286, 1.052583, -0.204868],
		[0.114503, 0.786281, 0.099216],
		[-0.003882, -0.048116, 1.051998],
	],
	deutan: [
		[0.367322, 0.860646, -0.227968],
		[0.280085, 0.672501, 0.047413],
		[-0.01182, 0.04294, 0.968881],
	],
	tritan: [
		[1.255528, -0.076749, -0.178779],
		[-0.078411, 0.930809, 0.147602],
		[0.004733, 0.691367, 0.3039],
	],
};

/** The distance of two colors (CIE76) for this kind of color vision; about 2 is just noticeable. */
export function seenWith(vision: keyof typeof matrices, a: Rgb255, b: Rgb255): number {
	const [first, second] = [a, b].map((color) => lab(apply(matrices[vision], linear(color))));
	return Math.hypot(...[0, 1, 2].map((index) => (first?.[index] ?? 0) - (second?.[index] ?? 0)));
}

function linear({ red, green, blue }: Rgb255): number[] {
	return [red, green, blue].map((part) => {
		const fraction = part / 255;
		return fraction <= 0.04045 ? fraction / 12.92 : ((fraction + 0.055) / 1.055) ** 2.4;
	});
}

function apply(matrix: Matrix, color: readonly number[]): number[] {
	return matrix.map((row) =>
		Math.min(
			1,
			Math.max(
				0,
				row.reduce((sum, factor, index) => sum + factor * (color[index] ?? 0), 0),
			),
		),
	);
}

function lab([red = 0, green = 0, blue = 0]: readonly number[]): number[] {
	const [x = 0, y = 0, z = 0] = [
		(0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047,
		0.2126 * red + 0.7152 * green + 0.0722 * blue,
		(0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883,
	].map((part) => (part > 216 / 24_389 ? Math.cbrt(part) : (24_389 / 27) * (part / 116) + 16 / 116));
	return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
