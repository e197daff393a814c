import {
	closeSync,
	existsSync,
	mkdirSync,
	openSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	utimesSync,
	writeSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import type { ContentRef } from "../contract/node-state.ts";
import { isContentOf, storeRef } from "./content-hash.ts";

/** A content that no session names is removed when it is this old; using it again makes it young. */
export const unusedAfterMs = 60 * 60 * 1000;

const syncedAtOnce = 32;

/** Contents by their hash, shared by all sessions. */
export class ContentStore {
	readonly #folder: string;
	readonly #now: () => number;
	readonly #folders = new Set<string>();
	readonly #unsynced = new Set<string>();
	#added = 0;
	#count = 0;

	constructor(base: string, now: () => number) {
		this.#folder = contentsFolder(base);
		this.#now = now;
	}

	/** Bytes written by this object. */
	get addedBytes(): number {
		return this.#added;
	}

	/** Throws if it cannot be written. */
	put(content: Uint8Array): ContentRef {
		const ref = storeRef(content);
		const path = this.#pathOf(ref);
		if (this.#isThere(path)) return ref;
		this.#makeFolder(ref);
		const temporary = join(this.#folder, `new-${process.pid}-${this.#count++}-${crypto.randomUUID()}`);
		try {
			const file = openSync(temporary, "wx", 0o600);
			try {
				for (let at = 0; at < content.length; ) at += writeSync(file, content, at);
			} finally {
				closeSync(file);
			}
			renameSync(temporary, path);
		} catch (error) {
			rmSync(temporary, { force: true });
			throw error;
		}
		this.#unsynced.add(path);
		this.#added += content.length;
		return ref;
	}

	/** `undefined` if it is not there, or damaged. */
	read(ref: ContentRef): Buffer | undefined {
		try {
			const content = readFileSync(this.#pathOf(ref));
			return isContentOf(ref, content) ? content : undefined;
		} catch {
			return undefined;
		}
	}

	/** Makes what was written safe against a power failure. */
	async sync(): Promise<void> {
		const paths = [...this.#unsynced];
		this.#unsynced.clear();
		for (let at = 0; at < paths.length; at += syncedAtOnce) {
			await Promise.all(
				paths.slice(at, at + syncedAtOnce).map((path) => ignoreFailure(syncFile(path), "it was removed")),
			);
		}
	}

	/** Whether it is kept; it then counts as used again. */
	has(ref: ContentRef): boolean {
		return this.#isThere(this.#pathOf(ref));
	}

	#isThere(path: string): boolean {
		const stats = statSync(path, { throwIfNoEntry: false });
		if (!stats) return false;
		const now = this.#now();
		// Removing unused contents must see that it is used again.
		if (now - stats.mtimeMs > unusedAfterMs / 2) utimesSync(path, now / 1000, now / 1000);
		return existsSync(path);
	}

	#makeFolder(ref: ContentRef): void {
		const name = ref.slice(2, 4);
		if (this.#folders.has(name)) return;
		mkdirSync(join(this.#folder, name), { recursive: true, mode: 0o700 });
		this.#folders.add(name);
	}

	#pathOf(ref: ContentRef): string {
		return join(this.#folder, ref.slice(2, 4), ref.slice(4));
	}
}

export function contentsFolder(base: string): string {
	return join(base, "contents");
}

async function syncFile(path: string): Promise<void> {
	await using file = await open(path, "r");
	await file.datasync();
}
