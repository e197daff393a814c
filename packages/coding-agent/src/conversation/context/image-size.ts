export interface ImageSize {
	readonly width: number;
	readonly height: number;
}

/** Enough for the header of every format; a JPEG may have a thumbnail before its size. */
const headerBytes = 96 * 1024;

/** The size from an image's header; `undefined` for an unknown format or a damaged header. */
export function imageSize(base64: string): ImageSize | undefined {
	const bytes = Buffer.from(base64.slice(0, Math.ceil(headerBytes / 3) * 4), "base64");
	try {
		return pngSize(bytes) ?? gifSize(bytes) ?? webpSize(bytes) ?? jpegSize(bytes);
	} catch (error) {
		// The header is truncated.
		if (error instanceof RangeError) return undefined;
		throw error;
	}
}

function pngSize(bytes: Buffer): ImageSize | undefined {
	if (bytes.readUInt32BE(0) !== 0x89504e47) return undefined;
	return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function gifSize(bytes: Buffer): ImageSize | undefined {
	if (bytes.toString("latin1", 0, 4) !== "GIF8") return undefined;
	return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

function webpSize(bytes: Buffer): ImageSize | undefined {
	if (bytes.toString("latin1", 8, 12) !== "WEBP") return undefined;
	switch (bytes.toString("latin1", 12, 16)) {
		case "VP8X":
			return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
		case "VP8L": {
			const packed = bytes.readUInt32LE(21);
			return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
		}
		case "VP8 ":
			return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
		default:
			return undefined;
	}
}

function jpegSize(bytes: Buffer): ImageSize | undefined {
	if (bytes.readUInt16BE(0) !== 0xffd8) return undefined;
	for (let at = 2; ; ) {
		const marker = bytes.readUInt16BE(at);
		if (marker >>> 8 !== 0xff) return undefined;
		if (isFrameStart(marker)) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
		at += 2 + bytes.readUInt16BE(at + 2);
	}
}

/** Start-of-frame markers, without those for Huffman tables, extensions and arithmetic coding. */
function isFrameStart(marker: number): boolean {
	return marker >= 0xffc0 && marker <= 0xffcf && marker !== 0xffc4 && marker !== 0xffc8 && marker !== 0xffcc;
}
