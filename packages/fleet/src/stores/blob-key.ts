import { FleetError } from "../contract/fleet-error.ts";
import type { BlobReference } from "../contract/task.ts";

const maxKeyLength = 900;
const maxPartBytes = 255;

/** Throws for a key that could leave the store's folder, or that no file system keeps. */
export function checkKey(key: string): void {
	const parts = key.split("/");
	const isBad = (part: string) =>
		part === "" || part === "." || part === ".." || /[\0-\x1f\\]/.test(part) || Buffer.byteLength(part) > maxPartBytes;
	if (key.length > maxKeyLength || parts.some(isBad) || parts[0] === temporaryFolder) {
		throw new FleetError("invalid", `${JSON.stringify(key)} is not a name that the store can keep.`);
	}
}

/** The start of a key: whole parts, and perhaps a part of one. Never nothing, which would be everything. */
export function checkPrefix(prefix: string): void {
	checkKey(prefix.endsWith("/") ? prefix.slice(0, -1) : prefix);
}

/** Where the folder store writes before it moves a file into place. */
export const temporaryFolder = ".incomplete";

export function tooLargeError(location: string, key: string, bytes: number, maxBytes: number): FleetError {
	const mebibytes = (value: number) => `${Math.ceil(value / 1024 / 1024)} MiB`;
	return new FleetError(
		"too-large",
		`${key} has ${mebibytes(bytes)}; ${location} takes ${mebibytes(maxBytes)}. Leave generated files out of the change.`,
	);
}

export function damagedError(location: string, { key, bytes }: BlobReference, what: string): FleetError {
	return new FleetError("store-damaged", `${key} in ${location} is damaged: ${what}, expected ${bytes} bytes.`);
}

/** Throws for content that is not what the reference says. */
export function verifyContent(location: string, reference: BlobReference, content: Uint8Array): void {
	if (content.byteLength !== reference.bytes) {
		throw damagedError(location, reference, `it has ${content.byteLength} bytes`);
	}
	if (new Bun.CryptoHasher("sha256").update(content).digest("hex") !== reference.sha256) {
		throw damagedError(location, reference, "its SHA-256 is another one");
	}
}

/** What a store takes when nothing else is said. */
export const defaultMaxBytes = 1024 * 1024 * 1024;

/** What a reference says of content; `use` gets each piece. */
export async function hashContent(
	content: Uint8Array | Blob,
	signal?: AbortSignal,
	use: (chunk: Uint8Array) => Promise<unknown> = async () => {},
): Promise<{ sha256: string; bytes: number }> {
	const hash = new Bun.CryptoHasher("sha256");
	let bytes = 0;
	for await (const chunk of content instanceof Uint8Array ? [content] : content.stream()) {
		signal?.throwIfAborted();
		hash.update(chunk);
		bytes += chunk.byteLength;
		await use(chunk);
	}
	return { sha256: hash.digest("hex"), bytes };
}
