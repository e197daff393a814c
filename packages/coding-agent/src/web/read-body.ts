import { promisify } from "node:util";
import { brotliDecompress, constants, gunzip, inflate, inflateRaw, zstdDecompress } from "node:zlib";
import { WebError } from "@oh-my-pi/pi-tools/services/web-access";

type Bytes = Uint8Array<ArrayBuffer>;

/** What we can undo, for the request. */
export const acceptedEncodings = "gzip, deflate, br";

/** The body of an answer, decompressed; neither form may be longer than `maxBytes`. */
export async function readBody(response: Response, maxBytes: number): Promise<Bytes> {
	const announced = Number(response.headers.get("content-length"));
	if (announced > maxBytes) {
		await response.body?.cancel();
		throw tooLarge(maxBytes);
	}
	const bytes = await collect(response, maxBytes);
	const encodings = (response.headers.get("content-encoding") ?? "")
		.split(",")
		.map((name) => name.trim().toLowerCase())
		.filter((name) => name !== "" && name !== "identity");
	if (encodings.length > maxEncodings) throw new WebError("broken", "The body is compressed too many times");
	let plain = bytes;
	// The last one named was applied last.
	for (const encoding of encodings.toReversed()) plain = await decompress(plain, encoding, maxBytes);
	return plain;
}

const maxEncodings = 3;

async function collect(response: Response, maxBytes: number): Promise<Bytes> {
	const reader = response.body?.getReader();
	if (!reader) return new Uint8Array();
	const chunks: Uint8Array[] = [];
	let length = 0;
	for (let next = await reader.read(); !next.done; next = await reader.read()) {
		length += next.value.length;
		if (length > maxBytes) {
			await reader.cancel();
			throw tooLarge(maxBytes);
		}
		chunks.push(next.value);
	}
	const whole = new Uint8Array(length);
	let at = 0;
	for (const chunk of chunks) {
		whole.set(chunk, at);
		at += chunk.length;
	}
	return whole;
}

async function decompress(bytes: Bytes, encoding: string, maxBytes: number): Promise<Bytes> {
	if (bytes.length === 0) return bytes;
	const limit = { maxOutputLength: maxBytes };
	// A body that ends too early is shown as far as it goes.
	const lenient = { ...limit, finishFlush: constants.Z_SYNC_FLUSH };
	try {
		if (encoding === "gzip" || encoding === "x-gzip") return exact(await promisify(gunzip)(bytes, lenient));
		if (encoding === "deflate") {
			// Servers disagree on whether there is a header.
			const hasHeader = ((bytes[0] ?? 0) & 0x0f) === 8 && (((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)) % 31 === 0;
			return exact(await promisify(hasHeader ? inflate : inflateRaw)(bytes, lenient));
		}
		if (encoding === "br") return exact(await promisify(brotliDecompress)(bytes, limit));
		if (encoding === "zstd") return exact(await promisify(zstdDecompress)(bytes, limit));
	} catch (error) {
		if (error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE") throw tooLarge(maxBytes);
		throw new WebError("broken", `The body is not valid ${encoding}`, { cause: error });
	}
	throw new WebError("broken", `The body is compressed with ${encoding}, which was not asked for`);
}

function exact({ buffer, byteOffset, byteLength }: Buffer): Bytes {
	return buffer instanceof ArrayBuffer ? new Uint8Array(buffer, byteOffset, byteLength) : new Uint8Array();
}

function tooLarge(maxBytes: number): WebError {
	const limit = maxBytes >= 1024 * 1024 ? `${Math.round(maxBytes / 1024 / 1024)} MB` : `${maxBytes} bytes`;
	return new WebError("too-large", `The answer is larger than ${limit}`);
}
