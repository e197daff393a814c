/** An image from a tool or a user. */
export interface ImageSource {
	readonly name: string;
	readonly mimeType: string;
	/** The file's bytes in base64. */
	readonly data: string;
}

export interface PixelSize {
	readonly width: number;
	readonly height: number;
}

// Enough for the headers of all formats; a JPEG may start with a thumbnail.
const HEADER_CHARACTERS = 400_000;

/** The size from the file's header; undefined for an unknown format. */
export function readSize(source: ImageSource): PixelSize | undefined {
	const bytes = Buffer.from(source.data.slice(0, HEADER_CHARACTERS), "base64");
	const size = pngSize(bytes) ?? gifSize(bytes) ?? webpSize(bytes) ?? jpegSize(bytes);
	return size && size.width > 0 && size.height > 0 ? size : undefined;
}

/** The text for an image that cannot be drawn: `[Image: name WxH type]`. */
export function imageLabel({ name, mimeType, ...source }: ImageSource): string {
	const size = readSize({ name, mimeType, ...source });
	const parts = [name, size && `${size.width}x${size.height}`, mimeType.replace(/^image\//, "")];
	return `[Image: ${parts.filter(Boolean).join(" ")}]`;
}

function pngSize(bytes: Buffer): PixelSize | undefined {
	if (bytes.length < 24 || bytes.toString("latin1", 1, 4) !== "PNG") return undefined;
	return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function gifSize(bytes: Buffer): PixelSize | undefined {
	if (bytes.length < 10 || bytes.toString("latin1", 0, 3) !== "GIF") return undefined;
	return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

function webpSize(bytes: Buffer): PixelSize | undefined {
	if (bytes.length < 30 || bytes.toString("latin1", 8, 12) !== "WEBP") return undefined;
	const kind = bytes.toString("latin1", 12, 16);
	if (kind === "VP8X") return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) };
	if (kind === "VP8 ") return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
	const bits = bytes.readUInt32LE(21);
	return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) };
}

function jpegSize(bytes: Buffer): PixelSize | undefined {
	if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined;
	for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
		const kind = bytes[at + 1] ?? 0;
		const isFrame = kind >= 0xc0 && kind <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(kind);
		if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
	}
	return undefined;
}
