import { openRegular } from "./open-regular.ts";

export type LoadedText =
	| { readonly kind: "text"; readonly text: string; readonly bytes: number }
	| { readonly kind: "binary" | "too-large"; readonly bytes: number };

export type LoadedBytes =
	| { readonly kind: "bytes"; readonly bytes: Buffer }
	| { readonly kind: "too-large"; readonly size: number };

const firstChunkBytes = 64 * 1024;

/** The whole text of a file, unless it is larger than wanted or no UTF-8. A byte order mark stays in. */
export async function loadText(path: string, options: { maxBytes: number; shown?: string }): Promise<LoadedText> {
	const loaded = await loadBytes(path, options);
	if (loaded.kind === "too-large") return { kind: "too-large", bytes: loaded.size };
	return decodeLoadedText(loaded.bytes);
}

export function decodeLoadedText(bytes: Buffer): LoadedText {
	const text = decodeText(bytes);
	return text === undefined ? { kind: "binary", bytes: bytes.length } : { kind: "text", text, bytes: bytes.length };
}

/** All of a file up to a limit, however large it claims to be: files of the kernel have content and no size. */
export async function loadBytes(path: string, options: { maxBytes: number; shown?: string }): Promise<LoadedBytes> {
	const { shown = path } = options;
	using file = await openRegular(path, shown);
	const { size } = file;
	if (size > options.maxBytes) return { kind: "too-large", size };
	let buffer = Buffer.allocUnsafe(Math.max(size + 1, firstChunkBytes));
	let length = 0;
	for (;;) {
		const bytesRead = await file.read(buffer.subarray(length), length);
		length += bytesRead;
		// There would have been room for more.
		const isEnd = bytesRead === 0 || (size > 0 && length >= size && length < buffer.length);
		if (isEnd && length <= options.maxBytes) return { kind: "bytes", bytes: buffer.subarray(0, length) };
		// It grows while it is read.
		if (length > options.maxBytes) return { kind: "too-large", size: length };
		if (length === buffer.length) buffer = Buffer.concat([buffer, Buffer.allocUnsafe(buffer.length)]);
	}
}

/** `undefined` for what is not UTF-8 or holds NUL. */
export function decodeText(bytes: Uint8Array): string | undefined {
	if (bytes.includes(0)) return undefined;
	try {
		return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		return undefined;
	}
}
