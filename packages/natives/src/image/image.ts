export type ImageType = "image/png" | "image/jpeg" | "image/gif" | "image/webp";

export interface ImageFacts {
	readonly mimeType: ImageType;
	readonly width: number;
	readonly height: number;
	readonly channels: number;
	readonly hasAlpha: boolean;
}

export interface FittedImage {
	readonly bytes: Uint8Array;
	readonly mimeType: ImageType;
	readonly width: number;
	readonly height: number;
	readonly original: ImageFacts;
}

/** Providers accept images up to this size, before base64 encoding. */
const maxBytes = 3_700_000;
/** A tiny file can claim dimensions that would exhaust memory. */
const maxPixels = 100_000_000;
const lossyQualities = [85, 70, 50];

/** The type of an image by its magic bytes. */
export function detectImageType(bytes: Uint8Array): ImageType | undefined {
	const start = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
	if (start.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
	if (start.startsWith("\xff\xd8\xff")) return "image/jpeg";
	if (start.startsWith("GIF87a") || start.startsWith("GIF89a")) return "image/gif";
	return start.startsWith("RIFF") && start.endsWith("WEBP") ? "image/webp" : undefined;
}

/** Throws when the bytes cannot be decoded as an image. */
export async function imageFacts(bytes: Uint8Array): Promise<ImageFacts> {
	const mimeType = detectImageType(bytes);
	if (!mimeType) throw new Error("not a PNG, JPEG, GIF or WebP image");
	const { width, height } = await new Bun.Image(bytes, { maxPixels }).metadata();
	return { mimeType, width, height, ...readChannels(bytes, mimeType) };
}

export interface FitOptions {
	/** Maximum length of each side. */
	readonly maxSide: number;
	/** An image smaller than this is scaled up until its longer side has this length. */
	readonly minSide?: number;
	/** Of the result, as far as compression can do that; what providers accept by default. */
	readonly maxBytes?: number;
	/** Whether WebP may be produced: `true` prefers it, `false` also converts WebP input. */
	readonly webp?: boolean;
}

/** An image that a model accepts: unchanged if possible, else scaled and, if necessary, compressed more. */
export async function fitImage(bytes: Uint8Array, options: FitOptions): Promise<FittedImage> {
	const original = await imageFacts(bytes);
	const { width, height, mimeType } = original;
	const limit = options.maxBytes ?? maxBytes;
	const scale = scaleFor(Math.max(width, height), options);
	const isAllowed = options.webp !== false || mimeType !== "image/webp";
	if (scale === 1 && bytes.length <= limit && isAllowed) return { bytes, mimeType, width, height, original };
	const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
	const resized = () => new Bun.Image(bytes, { maxPixels }).resize(size.width, size.height);
	if (options.webp) {
		const packed = await firstThatFits((quality) => resized().webp({ quality }).bytes(), limit);
		return { bytes: packed, mimeType: "image/webp", ...size, original };
	}
	if (mimeType !== "image/jpeg") {
		const png = await resized().png().bytes();
		if (png.length <= limit) return { bytes: png, mimeType: "image/png", ...size, original };
	}
	const packed = await firstThatFits((quality) => resized().jpeg({ quality }).bytes(), limit);
	return { bytes: packed, mimeType: "image/jpeg", ...size, original };
}

function scaleFor(longSide: number, { maxSide, minSide = 0 }: FitOptions): number {
	if (longSide > maxSide) return maxSide / longSide;
	return longSide < minSide ? minSide / longSide : 1;
}

async function firstThatFits(pack: (quality: number) => Promise<Uint8Array>, limit: number): Promise<Uint8Array> {
	let packed = new Uint8Array();
	for (const quality of lossyQualities) {
		packed = new Uint8Array(await pack(quality));
		if (packed.length <= limit) break;
	}
	return packed;
}

function readChannels(bytes: Uint8Array, mimeType: ImageType): { channels: number; hasAlpha: boolean } {
	const channels = {
		"image/png": pngChannels,
		"image/jpeg": jpegChannels,
		"image/gif": gifChannels,
		"image/webp": webpChannels,
	}[mimeType](Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
	return { channels, hasAlpha: channels === 2 || (channels === 4 && mimeType !== "image/jpeg") };
}

function pngChannels(bytes: Buffer): number {
	const byColorType: Record<number, number> = { 0: 1, 2: 3, 3: 3, 4: 2, 6: 4 };
	const channels = byColorType[bytes[25] ?? 2] ?? 3;
	const hasTransparency = bytes.subarray(0, 4096).includes("tRNS");
	return hasTransparency && channels !== 4 ? channels + 1 : channels;
}

/** The number of components in the frame header. */
function jpegChannels(bytes: Buffer): number {
	for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
		const kind = bytes[at + 1] ?? 0;
		const isFrame = kind >= 0xc0 && kind <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(kind);
		if (isFrame) return bytes[at + 9] ?? 3;
	}
	return 3;
}

/** A graphic control extension may name a transparent color. */
function gifChannels(bytes: Buffer): number {
	const control = bytes.indexOf(Buffer.from([0x21, 0xf9, 0x04]));
	return control !== -1 && ((bytes[control + 3] ?? 0) & 1) === 1 ? 4 : 3;
}

function webpChannels(bytes: Buffer): number {
	const kind = bytes.toString("latin1", 12, 16);
	if (kind === "VP8X") return ((bytes[20] ?? 0) & 0x10) !== 0 ? 4 : 3;
	if (kind === "VP8L") return ((bytes[24] ?? 0) & 0x10) !== 0 ? 4 : 3;
	return 3;
}
