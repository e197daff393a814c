import { lstat, mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { BlobStore } from "../contract/blob-store.ts";
import { FleetError } from "../contract/fleet-error.ts";
import type { BlobReference } from "../contract/task.ts";
import {
	checkKey,
	checkPrefix,
	damagedError,
	defaultMaxBytes,
	hashContent,
	temporaryFolder,
	tooLargeError,
	verifyContent,
} from "./blob-key.ts";

/** A store that is a folder, for one machine or on a shared file system. */
export class FolderStore implements BlobStore {
	readonly location: string;
	readonly #path: string;
	readonly #maxBytes: number;

	constructor(path: string, { maxBytes = defaultMaxBytes }: { readonly maxBytes?: number } = {}) {
		this.#path = path;
		this.location = path;
		this.#maxBytes = maxBytes;
	}

	async put(key: string, content: Uint8Array | Blob, signal?: AbortSignal): Promise<BlobReference> {
		checkKey(key);
		const size = content instanceof Uint8Array ? content.byteLength : content.size;
		if (size > this.#maxBytes) throw tooLargeError(this.location, key, size, this.#maxBytes);
		const temporary = join(this.#path, temporaryFolder, crypto.randomUUID());
		return this.#attempt(async () => {
			try {
				const written = await this.#writeTemporary(temporary, content, signal);
				await this.#moveInto(temporary, join(this.#path, key));
				return { key, ...written };
			} catch (error) {
				await rm(temporary, { force: true });
				throw error;
			}
		});
	}

	async get(reference: BlobReference, signal?: AbortSignal): Promise<Uint8Array> {
		checkKey(reference.key);
		const path = join(this.#path, reference.key);
		return this.#attempt(async () => {
			const stats = await stat(path).catch((error: unknown) => {
				if (isMissing(error)) throw damagedError(this.location, reference, "it is gone");
				throw error;
			});
			// Not read at all: it may be anything.
			if (stats.size !== reference.bytes) throw damagedError(this.location, reference, `it has ${stats.size} bytes`);
			const content = new Uint8Array(await readFile(path, { signal }));
			verifyContent(this.location, reference, content);
			return content;
		});
	}

	async *list(prefix: string) {
		checkPrefix(prefix);
		for await (const { key, path } of this.#walk(prefix.slice(0, prefix.lastIndexOf("/") + 1), prefix)) {
			const stats = await lstat(path).catch(() => undefined);
			if (stats?.isFile()) yield { key, bytes: stats.size, changedAt: Math.round(stats.mtimeMs) };
		}
	}

	async remove(prefix: string): Promise<number> {
		checkPrefix(prefix);
		return this.#attempt(async () => {
			let removed = 0;
			const folders = new Set<string>();
			for await (const { key } of this.list(prefix)) {
				await rm(join(this.#path, key), { force: true });
				removed++;
				for (let folder = dirname(key); folder !== "."; folder = dirname(folder)) folders.add(folder);
			}
			// Longest first; one that others still use is not empty.
			for (const folder of [...folders].sort((a, b) => b.length - a.length)) {
				await rmdir(join(this.#path, folder)).catch(() => undefined);
			}
			return removed;
		});
	}

	async [Symbol.asyncDispose]() {}

	async #writeTemporary(path: string, content: Uint8Array | Blob, signal: AbortSignal | undefined) {
		await mkdir(dirname(path), { recursive: true, mode: 0o700 });
		const file = await open(path, "wx", 0o600);
		try {
			const written = await hashContent(content, signal, (chunk) => file.writeFile(chunk));
			await file.sync();
			return written;
		} finally {
			await file.close();
		}
	}

	async #moveInto(temporary: string, path: string): Promise<void> {
		for (let attempt = 1; ; attempt++) {
			await mkdir(dirname(path), { recursive: true, mode: 0o700 });
			try {
				return await rename(temporary, path);
			} catch (error) {
				// Somebody removed the folder because it was empty.
				if (!isMissing(error) || attempt === 5) throw error;
			}
		}
	}

	async *#walk(folder: string, prefix: string): AsyncGenerator<{ key: string; path: string }> {
		const entries = await readdir(join(this.#path, folder), { withFileTypes: true }).catch((error: unknown) => {
			if (isMissing(error)) return [];
			throw asFleetError(error, this.location);
		});
		for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
			const key = `${folder}${entry.name}`;
			if (entry.isDirectory()) {
				const isBelow = `${key}/`.startsWith(prefix) || prefix.startsWith(`${key}/`);
				if (isBelow && key !== temporaryFolder) yield* this.#walk(`${key}/`, prefix);
			} else if (key.startsWith(prefix)) yield { key, path: join(this.#path, key) };
		}
	}

	async #attempt<T>(work: () => Promise<T>): Promise<T> {
		try {
			return await work();
		} catch (error) {
			throw asFleetError(error, this.location);
		}
	}
}

const isMissing = (error: unknown): boolean => errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR";

const errorCode = (error: unknown): string =>
	error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

function asFleetError(error: unknown, location: string): unknown {
	const code = errorCode(error);
	if (["ENOSPC", "EDQUOT"].includes(code)) {
		return new FleetError("full", `${location} is full. Make room; the object was not stored.`, { cause: error });
	}
	if (["EROFS", "EACCES", "EPERM"].includes(code)) {
		return new FleetError("full", `${location} cannot be written. Make it writable, or choose another store.`, {
			cause: error,
		});
	}
	if (/^E[A-Z0-9]+$/.test(code)) {
		return new FleetError("unreachable", `${location} cannot be used: ${errorMessage(error)}`, { cause: error });
	}
	return error;
}
