import { open } from "node:fs/promises";

export type LoadedText =
	| { readonly kind: "text"; readonly text: string }
	| { readonly kind: "binary" | "too-large"; readonly bytes: number };

/** The whole text of a file, unless it is larger than wanted or no UTF-8. A byte order mark stays in. */
export async function loadText(path: string, options: { maxBytes: number }): Promise<LoadedText> {
	await using file = await open(path, "r");
	const { size } = await file.stat();
	if (size > options.maxBytes) return { kind: "too-large", bytes: size };
	// One byte more shows whether the file has grown past the limit meanwhile.
	const buffer = Buffer.alloc(Math.min(size, options.maxBytes) + 1);
	let length = 0;
	for (;;) {
		const { bytesRead } = await file.read(buffer, length, buffer.length - length, length);
		if (bytesRead === 0) break;
		length += bytesRead;
		if (length === buffer.length) break;
	}
	const text = decodeText(buffer.subarray(0, length));
	return text === undefined ? { kind: "binary", bytes: length } : { kind: "text", text };
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
