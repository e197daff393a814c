import { type ImageFacts, type ImageType, imageFacts } from "./image.ts";

export interface SmallImageOptions {
	/** Whether WebP may be produced. */
	readonly webp: boolean;
}

export interface SmallImage {
	readonly bytes: Uint8Array;
	readonly mimeType: ImageType;
	readonly width: number;
	readonly height: number;
	readonly original: ImageFacts;
}

const maxSide = 1568;
const targetBytes = 500 * 1024;
/** An image this small costs little as it is. */
const smallBytes = 125 * 1024;
const qualities = [80, 70, 60, 50, 40];
const scales = [0.75, 0.5, 0.35, 0.25];
const minSide = 100;
const maxPixels = 100_000_000;

/** An image for a question about it: at most 1568 pixels a side and, if possible, 500 KiB. Throws for what is no image. */
export async function smallImage(bytes: Uint8Array, { webp }: SmallImageOptions): Promise<SmallImage> {
	const original = await imageFacts(bytes);
	const { width, height, mimeType } = original;
	const isAllowed = webp || mimeType !== "image/webp";
	const fit = Math.min(1, maxSide / Math.max(width, height));
	if (fit === 1 && bytes.length <= smallBytes && isAllowed) return { bytes, mimeType, width, height, original };
	const pack = async (scale: number, quality: number): Promise<SmallImage> => {
		const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
		const image = new Bun.Image(bytes, { maxPixels }).resize(size.width, size.height);
		const packed = webp ? image.webp({ quality }) : image.jpeg({ quality });
		const type = webp ? "image/webp" : "image/jpeg";
		return { bytes: new Uint8Array(await packed.bytes()), mimeType: type, ...size, original };
	};
	let best = await pack(fit, qualities[0] ?? 80);
	for (const quality of qualities.slice(1)) {
		if (best.bytes.length <= targetBytes) break;
		best = await pack(fit, quality);
	}
	for (const scale of scales) {
		const isTiny = Math.min(width, height) * fit * scale < minSide;
		if (best.bytes.length <= targetBytes || isTiny) break;
		best = await pack(fit * scale, qualities.at(-1) ?? 40);
	}
	// Recompressing may make a small file larger.
	const isBetter = best.bytes.length < bytes.length || fit < 1 || !isAllowed;
	return isBetter ? best : { bytes, mimeType, width, height, original };
}
