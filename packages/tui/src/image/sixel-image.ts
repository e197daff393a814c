import type { Pixels } from "./png-pixels.ts";

const LEVELS = 6;
const BAND = 6;

/** The image with six levels per color channel, as sixels at the cursor. */
export function drawSixel(pixels: Pixels): string {
	const colors = new Map<number, number>();
	let body = "";
	for (let top = 0; top < pixels.height; top += BAND) body += `${band(pixels, top, colors)}-`;
	const palette = [...colors].map(([level, index]) => `#${index};2;${parts(level).map(percent).join(";")}`).join("");
	return `\x1bP0;1;0q"1;1;${pixels.width};${pixels.height}${palette}${body}\x1b\\`;
}

/** One band of six pixel rows; one pass per color in it. */
function band(pixels: Pixels, top: number, colors: Map<number, number>): string {
	const passes = new Map<number, Uint8Array>();
	for (let row = 0; row < BAND && top + row < pixels.height; row++) {
		for (let column = 0; column < pixels.width; column++) {
			const level = levelAt(pixels, top + row, column);
			if (level === undefined) continue;
			const bits = passes.get(level) ?? new Uint8Array(pixels.width);
			bits[column] = (bits[column] ?? 0) | (1 << row);
			passes.set(level, bits);
		}
	}
	return [...passes].map(([level, bits]) => `#${findOrAddColor(level, colors)}${packed(bits)}`).join("$");
}

/** Which of the 216 colors; undefined for a transparent pixel. */
function levelAt({ rgba, width }: Pixels, row: number, column: number): number | undefined {
	const at = (row * width + column) * 4;
	if ((rgba[at + 3] ?? 0) < 128) return undefined;
	const level = (channel: number) => Math.round(((rgba[at + channel] ?? 0) * (LEVELS - 1)) / 255);
	return (level(0) * LEVELS + level(1)) * LEVELS + level(2);
}

function parts(level: number): [number, number, number] {
	return [Math.floor(level / (LEVELS * LEVELS)), Math.floor(level / LEVELS) % LEVELS, level % LEVELS];
}

function percent(part: number): number {
	return Math.round((part * 100) / (LEVELS - 1));
}

function findOrAddColor(level: number, colors: Map<number, number>): number {
	const known = colors.get(level) ?? colors.size;
	colors.set(level, known);
	return known;
}

/** Run-length encoding: `!12~` is twelve of the same. */
function packed(bits: Uint8Array): string {
	let text = "";
	for (let start = 0; start < bits.length; ) {
		let end = start;
		while (end < bits.length && bits[end] === bits[start]) end++;
		const sign = String.fromCharCode(63 + (bits[start] ?? 0));
		text += end - start > 3 ? `!${end - start}${sign}` : sign.repeat(end - start);
		start = end;
	}
	return text;
}
