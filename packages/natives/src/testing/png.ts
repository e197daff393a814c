import { crc32, deflateSync } from "node:zlib";

export function solidPng(width: number, height: number, options: { alpha?: boolean } = {}): Uint8Array {
	return png(width, height, options.alpha ? 4 : 3, () => 0x80);
}

/** Random pixels, which no format can compress. */
export function noisePng(width: number, height: number): Uint8Array {
	let state = 1;
	return png(width, height, 3, () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state >>> 24;
	});
}

function png(width: number, height: number, channels: 3 | 4, value: () => number): Uint8Array {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header.set([8, channels === 4 ? 6 : 2], 8);
	const row = 1 + width * channels;
	const pixels = Buffer.alloc(row * height);
	for (let at = 0; at < pixels.length; at++) pixels[at] = at % row === 0 ? 0 : value();
	const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
	return Buffer.concat([
		signature,
		chunk("IHDR", header),
		chunk("IDAT", deflateSync(pixels)),
		chunk("IEND", Buffer.alloc(0)),
	]);
}

function chunk(name: string, data: Buffer): Buffer {
	const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
	const length = Buffer.alloc(4);
	length.writeUInt32BE(data.length);
	const sum = Buffer.alloc(4);
	sum.writeUInt32BE(crc32(body));
	return Buffer.concat([length, body, sum]);
}
