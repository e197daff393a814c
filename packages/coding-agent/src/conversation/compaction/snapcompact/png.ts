const signature = Buffer.from("89504e470d0a1a0a", "hex");

/** A black and white picture; each row is a bit per pixel, white being 1, padded to whole bytes. */
export function encodePng(width: number, height: number, rows: Uint8Array): Buffer {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header[8] = 1;
	const bytesPerRow = Math.ceil(width / 8);
	const filtered = Buffer.alloc((bytesPerRow + 1) * height);
	for (let y = 0; y < height; y++) {
		filtered.set(rows.subarray(y * bytesPerRow, (y + 1) * bytesPerRow), y * (bytesPerRow + 1) + 1);
	}
	return Buffer.concat([
		signature,
		chunk("IHDR", header),
		chunk("IDAT", process.getBuiltinModule("node:zlib").deflateSync(filtered, { level: 9 })),
		chunk("IEND", Buffer.alloc(0)),
	]);
}

function chunk(type: string, data: Buffer): Buffer {
	const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
	const length = Buffer.alloc(4);
	length.writeUInt32BE(data.length);
	const checksum = Buffer.alloc(4);
	checksum.writeUInt32BE(Bun.hash.crc32(body));
	return Buffer.concat([length, body, checksum]);
}
