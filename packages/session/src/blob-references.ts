import { type BlobStore, blobHash } from "./blobs/blobs.ts";
import { isRecord } from "./entry/entry.ts";

/** Puts the content back where an entry only has references to it. */
export function resolveBlobReferences<T>(value: T, blobs: BlobStore, onMissing: (reference: string) => void): T {
	return resolveValue(value, false) as T;

	function resolveValue(value: unknown, isImageData: boolean): unknown {
		if (typeof value === "string") return resolveText(value, isImageData);
		if (Array.isArray(value)) return value.map((item) => resolveValue(item, false));
		if (!isRecord(value)) return value;
		const isImage = value.type === "image";
		return Object.fromEntries(
			Object.entries(value).map(([key, item]) => [key, resolveValue(item, isImage && key === "data")]),
		);
	}

	function resolveText(text: string, isImageData: boolean): string {
		if (!blobHash(text)) return text;
		const bytes = blobs.find(text);
		if (!bytes) {
			onMissing(text);
			return text;
		}
		if (isImageData) return bytes.toString("base64");
		const content = bytes.toString("utf8");
		// A text that merely looks like a reference stays what it is.
		return content.startsWith("data:image/") ? content : text;
	}
}
