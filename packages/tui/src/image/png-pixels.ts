import { inflateSync } from "node:zlib";
import type { PixelSize } from "./image-source.ts";

/** Four bytes per pixel: red, green, blue, alpha. */
export interface Pixels extends PixelSize {
	readonly rgba: Uint8Array;
}

const CHANNELS: Readonly<Record<number, number>> = { 2: 3, 6: 4 };

/** Decodes a PNG with eight-bit true color, as common encoders write it. */
export function pngPixels(png: Buffer): Pixels {
	const { width, height, channels, data } = readChunks(png);
	const packed = inflateSync(data);
	const stride = width * channels;
	const rgba = new Uint8Array(width * height * 4).fill(255);
	let above = new Uint8Array(stride);
	for (let row = 0; row < height; row++) {
		const start = row * (stride + 1);
		const line = new Uint8Array(packed.subarray(start + 1, start + 1 + stride));
		unfilter(packed[start] ?? 0, line, above, channels);
		for (let column = 0; column < width; column++) {
			const to = (row * width + column) * 4;
			for (let channel = 0; channel < channels; channel++) rgba[to + channel] = line[column * channels + channel] ?? 0;
		}
		above = line;
	}
	return { width, height, rgba };
}

function readChunks(png: Buffer): PixelSize & { channels: number; data: Buffer } {
	const channels = CHANNELS[png[25] ?? 0];
	if (png[24] !== 8 || !channels || png[28] !== 0) throw new Error("not a PNG with eight-bit true color");
	const parts: Buffer[] = [];
	for (let at = 8; at + 8 <= png.length; ) {
		const length = png.readUInt32BE(at);
		if (png.toString("latin1", at + 4, at + 8) === "IDAT") parts.push(png.subarray(at + 8, at + 8 + length));
		at += 12 + length;
	}
	return { width: png.readUInt32BE(16), height: png.readUInt32BE(20), channels, data: Buffer.concat(parts) };
}

/** Reverses PNG filtering: each byte is a difference to left, above, or a prediction from both. */
function unfilter(kind: number, line: Uint8Array, above: Uint8Array, step: number): void {
	for (let index = 0; index < line.length; index++) {
		const left = index >= step ? (line[index - step] ?? 0) : 0;
		const up = above[index] ?? 0;
		const corner = index >= step ? (above[index - step] ?? 0) : 0;
		const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][kind] ?? 0;
		line[index] = (line[index] ?? 0) + guess;
	}
}

function paeth(left: number, up: number, corner: number): number {
	const estimate = left + up - corner;
	const [toLeft, toUp, toCorner] = [left, up, corner].map((value) => Math.abs(estimate - value)) as [
		number,
		number,
		number,
	];
	if (toLeft <= toUp && toLeft <= toCorner) return left;
	return toUp <= toCorner ? up : corner;
}
