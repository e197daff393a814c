import { logIgnored } from "@oh-my-pi/pi-utils/debug-log";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { SessionEntry } from "../entry/entry.ts";
import { type BlobStore, blobHash } from "./blobs.ts";

const MAX_TEXT_CHARS = 500_000;
const MIN_IMAGE_CHARS = 1024;
const CUT_NOTICE = "[Session persistence truncated large content]";
const TRANSIENT = new Set(["partialJson", "jsonlEvents"]);
/** A truncated signature is worse than none: the provider would reject the whole request. */
const SIGNED = new Set([
	"thinkingSignature",
	"textSignature",
	"thoughtSignature",
	"signature",
	"encryptedContent",
	"encrypted_content",
]);
const DATA_URL = /^data:image\/[^;,]+;base64,/;

type Fields = Readonly<Record<string, unknown>>;

/** The line of an entry: without transient fields, images stored as blobs, very long texts truncated. */
export function entryLine(entry: SessionEntry, blobs: BlobStore | undefined): string {
	try {
		return `${JSON.stringify(prepareEntry(entry, blobs))}\n`;
	} catch {
		// An extension's data may not be serializable; that must not block the following lines.
		return `${lossyJson(entry, 3)}\n`;
	}
}

/** JSON in which only the unserializable values are replaced, down to `depth`. */
function lossyJson(value: unknown, depth: number): string {
	try {
		return JSON.stringify(value) ?? "null";
	} catch {
		if (depth === 0 || !isContainer(value)) return JSON.stringify("[not serializable]");
		if (Array.isArray(value)) return `[${value.map((item) => lossyJson(item, depth - 1)).join()}]`;
		const fields = Object.entries(value).filter(([, item]) => item !== undefined);
		return `{${fields.map(([key, item]) => `${JSON.stringify(key)}:${lossyJson(item, depth - 1)}`).join()}}`;
	}
}

/** A copy that shares everything unchanged. */
export function prepareEntry(entry: SessionEntry, blobs: BlobStore | undefined): SessionEntry {
	const ancestors: object[] = [];
	return prepareValue(entry) as SessionEntry;

	function prepareValue(value: unknown): unknown {
		if (typeof value === "string") return prepareText(value, blobs);
		if (typeof value === "bigint") return value.toString();
		if (!isContainer(value)) return value;
		if (ancestors.includes(value)) return "[Circular]";
		ancestors.push(value);
		const prepared = Array.isArray(value) ? prepareList(value) : prepareFields(value);
		ancestors.pop();
		return prepared;
	}

	function prepareList(list: readonly unknown[]): readonly unknown[] {
		const prepared = list.map(prepareValue);
		return prepared.every((item, index) => item === list[index]) ? list : prepared;
	}

	function prepareFields(fields: Fields): Fields {
		// Without a prototype, as a field may be named `__proto__`.
		const changes: Record<string, unknown> = Object.create(null);
		for (const [key, value] of Object.entries(fields)) {
			const prepared = prepareField(fields, key, value);
			if (prepared !== value) changes[key] = prepared;
		}
		if (Object.keys(changes).length === 0) return fields;
		const prepared = { ...fields, ...changes };
		if (typeof changes.content === "string" && typeof fields.lineCount === "number") {
			prepared.lineCount = changes.content.split("\n").length;
		}
		return prepared;
	}

	function prepareField(fields: Fields, key: string, value: unknown): unknown {
		// A tool's own arguments may use any name.
		if (TRANSIENT.has(key) && !isWithinArguments()) return undefined;
		if (typeof value !== "string") return prepareValue(value);
		if (fields.type === "image" && key === "data") return prepareImage(value, fields.mimeType, blobs);
		const isSigned = SIGNED.has(key) || (fields.type === "redactedThinking" && key === "data");
		return isSigned ? (value.length > MAX_TEXT_CHARS ? "" : value) : prepareText(value, blobs);
	}

	function isWithinArguments(): boolean {
		return ancestors.some(
			(ancestor, index) =>
				(ancestor as Fields).type === "toolCall" && ancestors[index + 1] === (ancestor as Fields).arguments,
		);
	}
}

function prepareText(text: string, blobs: BlobStore | undefined): string {
	if (blobs && DATA_URL.test(text)) return stored(text, () => blobs.put(Buffer.from(text)));
	if (text.length <= MAX_TEXT_CHARS) return text;
	const end = MAX_TEXT_CHARS - CUT_NOTICE.length;
	// Do not cut a surrogate pair in half.
	const cutsPair = /[\uD800-\uDBFF]/.test(text.charAt(end - 1));
	return text.slice(0, cutsPair ? end - 1 : end) + CUT_NOTICE;
}

function prepareImage(data: string, mimeType: unknown, blobs: BlobStore | undefined): string {
	if (!blobs || data.length < MIN_IMAGE_CHARS || blobHash(data)) return data;
	const bytes = Buffer.from(data, "base64");
	// Non-canonical base64 would not survive decoding and encoding.
	if (bytes.toString("base64") !== data) return data;
	return stored(data, () => blobs.put(bytes, { mimeType: typeof mimeType === "string" ? mimeType : undefined }));
}

function stored(inline: string, put: () => string): string {
	try {
		return put();
	} catch (error) {
		logIgnored("data that cannot become a blob stays in the entry", error);
		return inline;
	}
}

/** Plain objects and arrays; a `Date` or another object with `toJSON` is left to JSON. */
function isContainer(value: unknown): value is Fields {
	if (typeof value !== "object" || value === null || "toJSON" in value) return false;
	const prototype = Object.getPrototypeOf(value);
	return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}

/** A page of a compacted history, which has no `type`. */
function isPngFrame({ type, mimeType, chars }: Fields): boolean {
	return type === undefined && mimeType === "image/png" && typeof chars === "number";
}

/** Replaces blob references by the content they refer to. */
export function resolveBlobReferences<T>(value: T, blobs: BlobStore, onMissing: (reference: string) => void): T {
	return resolveValue(value, false) as T;

	function resolveValue(value: unknown, isImageData: boolean): unknown {
		if (typeof value === "string") return resolveText(value, isImageData);
		if (Array.isArray(value)) return value.map((item) => resolveValue(item, false));
		if (!isRecord(value)) return value;
		const isImage = value.type === "image" || isPngFrame(value);
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
		// Not a blob of ours: a text that only looks like a reference.
		return content.startsWith("data:image/") ? content : text;
	}
}
