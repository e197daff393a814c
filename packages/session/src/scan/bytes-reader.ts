import type { FileReader } from "../storage/storage.ts";

/** Bytes in memory, read like a file. */
export function bytesReader(bytes: Buffer): FileReader {
	return {
		identity: "bytes",
		size: () => bytes.length,
		read: (target, position) => bytes.copy(target, 0, position, position + target.length),
		close: () => {},
	};
}
