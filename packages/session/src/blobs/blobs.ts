import { existsSync, linkSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { logIgnored } from "@oh-my-pi/pi-utils/debug-log";
import { StagedDiskFile } from "../storage/staged-file.ts";

const PREFIX = "blob:sha256:";
const EXTENSIONS: Readonly<Record<string, string>> = {
	"image/png": "png",
	"image/jpeg": "jpg",
	"image/gif": "gif",
	"image/webp": "webp",
	"image/svg+xml": "svg",
	"image/bmp": "bmp",
	"image/avif": "avif",
};

/** Content-addressed storage for large content, shared by all sessions. */
export class BlobStore {
	constructor(readonly directory: string) {}

	/** Stores bytes and returns their reference. */
	put(bytes: Uint8Array, options: { mimeType?: string | undefined } = {}): string {
		const hash = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
		const path = join(this.directory, hash);
		mkdirSync(this.directory, { recursive: true, mode: 0o700 });
		if (!existsSync(path)) writeOnce(path, bytes);
		const extension = EXTENSIONS[options.mimeType ?? ""];
		if (extension) addName(path, `${path}.${extension}`, bytes);
		return PREFIX + hash;
	}

	/** The bytes of a reference; `undefined` when they are missing. */
	find(reference: string): Buffer | undefined {
		const hash = blobHash(reference);
		if (!hash) return undefined;
		try {
			return readFileSync(join(this.directory, hash));
		} catch {
			// The caller reports the missing blob.
			return undefined;
		}
	}
}

/** The hash in a reference. Anything else never becomes part of a path. */
export function blobHash(reference: string): string | undefined {
	const hash = reference.slice(PREFIX.length);
	return reference.startsWith(PREFIX) && /^[0-9a-f]{64}$/.test(hash) ? hash : undefined;
}

export function mayHoldBlobReference(line: Buffer): boolean {
	return line.indexOf(PREFIX) !== -1;
}

function writeOnce(path: string, bytes: Uint8Array): void {
	const staged = new StagedDiskFile(path);
	try {
		staged.append(bytes);
		staged.commit();
	} catch (error) {
		staged.discard();
		throw error;
	}
}

/** A second name lets other programs open the image; nothing depends on it. */
function addName(path: string, name: string, bytes: Uint8Array): void {
	if (existsSync(name)) return;
	try {
		linkSync(path, name);
	} catch {
		try {
			writeFileSync(name, bytes, { mode: 0o600 });
		} catch (error) {
			logIgnored("the blob is stored without its readable name", error);
		}
	}
}
