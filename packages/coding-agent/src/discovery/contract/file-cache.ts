import type { Stats } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname } from "node:path";
import { readRegularFile, UnreadableFileError } from "@oh-my-pi/pi-utils/files/read-regular-file";
import { statOrUndefined } from "@oh-my-pi/pi-utils/files/stat-or-undefined";

/** Caches files and folders until invalidated. Unreadable ones count as missing; `problems` says which and why. */
export class FileCache {
	readonly #texts = new Map<string, Promise<string | undefined>>();
	readonly #problems = new Map<string, string>();
	readonly #names = new Map<string, Promise<readonly string[] | undefined>>();
	/** What each path was when it was read, also of those that did not exist. */
	readonly #stamps = new Map<string, string>();
	/** Which folders exist: what is in one that does not is not looked for. */
	readonly #folders = new Map<string, boolean>();

	text(path: string, maxBytes?: number): Promise<string | undefined> {
		return remembered(this.#texts, path, async () => this.#read(path, maxBytes));
	}

	/** Whether something that was read or looked for has appeared, changed or vanished. */
	get isStale(): boolean {
		for (const [path, stamp] of this.#stamps) if (stampOf(path) !== stamp) return true;
		return false;
	}

	/** Files that exist and were not read. */
	get problems(): readonly string[] {
		return [...this.#problems.values()];
	}

	/** The names in a folder, sorted. */
	names(path: string): Promise<readonly string[] | undefined> {
		return remembered(this.#names, path, async () => {
			// Most folders do not exist; this is much cheaper than a failing readdir.
			if (this.#stamp(path) !== "folder") return undefined;
			return (await readdir(path)).sort();
		});
	}

	/** Most folders do not exist; this tells without a promise. */
	isFolder(path: string): boolean {
		return this.#stamp(path) === "folder";
	}

	/** Something that is no folder. */
	isFile(path: string): boolean {
		return this.#stamp(path) === "other";
	}

	async isNonEmptyFolder(path: string): Promise<boolean> {
		return ((await this.names(path))?.length ?? 0) > 0;
	}

	/** Taken before reading: a change in between is noticed. */
	#stamp(path: string): "folder" | "other" | undefined {
		if (!this.#exists(dirname(path))) return undefined;
		const stats = statOrUndefined(path);
		this.#stamps.set(path, stampText(stats));
		if (stats === undefined) return undefined;
		return stats.isDirectory() ? "folder" : "other";
	}

	/** Only one that is missing has a stamp: it is noticed when it appears. */
	#exists(folder: string): boolean {
		const known = this.#folders.get(folder);
		if (known !== undefined) return known;
		const parent = dirname(folder);
		const isThere = (parent === folder || this.#exists(parent)) && statOrUndefined(folder) !== undefined;
		if (!isThere && this.#folders.get(parent) !== false) this.#stamps.set(folder, "");
		this.#folders.set(folder, isThere);
		return isThere;
	}

	#read(path: string, maxBytes: number | undefined): string | undefined {
		if (this.#stamp(path) === undefined) return undefined;
		try {
			return readRegularFile(path, maxBytes);
		} catch (error) {
			if (error instanceof UnreadableFileError && error.isFolder) return undefined;
			this.#problems.set(path, `${(error as Error).message}; it was left out`);
			return undefined;
		}
	}

	/** Call after writing a file. */
	invalidate(path: string): void {
		this.#texts.delete(path);
		this.#names.delete(path);
		this.#names.delete(dirname(path));
		this.#folders.clear();
	}

	reset(): void {
		this.#texts.clear();
		this.#names.clear();
		this.#stamps.clear();
		this.#folders.clear();
		this.#problems.clear();
	}
}

function stampOf(path: string): string {
	return stampText(statOrUndefined(path));
}

function stampText(stats: Stats | undefined): string {
	return stats ? `${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}` : "";
}

function remembered<Value>(
	cache: Map<string, Promise<Value | undefined>>,
	path: string,
	read: () => Promise<Value | undefined>,
): Promise<Value | undefined> {
	const known = cache.get(path);
	if (known) return known;
	// Missing or unreadable: nothing to contribute.
	const reading = read().catch(() => undefined);
	cache.set(path, reading);
	return reading;
}
