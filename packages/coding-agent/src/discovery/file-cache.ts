import type { Stats } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname } from "node:path";
import { readRegularFile, UnreadableFileError } from "@oh-my-pi/pi-utils/read-regular-file";
import { statsOf } from "@oh-my-pi/pi-utils/stats-of";

/** Caches files and folders until invalidated. Unreadable ones count as missing; `problems` says which and why. */
export class FileCache {
	readonly #texts = new Map<string, Promise<string | undefined>>();
	readonly #problems = new Map<string, string>();
	readonly #names = new Map<string, Promise<readonly string[] | undefined>>();
	/** What each path was when it was read, also of those that did not exist. */
	readonly #stamps = new Map<string, string>();

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
		const stats = statsOf(path);
		this.#stamps.set(path, stampText(stats));
		if (stats === undefined) return undefined;
		return stats.isDirectory() ? "folder" : "other";
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
	}

	reset(): void {
		this.#texts.clear();
		this.#names.clear();
		this.#stamps.clear();
		this.#problems.clear();
	}
}

function stampOf(path: string): string {
	return stampText(statsOf(path));
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
