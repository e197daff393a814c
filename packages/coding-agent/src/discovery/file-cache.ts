import { readdir } from "node:fs/promises";
import { dirname } from "node:path";
import { readRegularFile, UnreadableFileError } from "@oh-my-pi/pi-utils/read-regular-file";

/** Caches files and folders until invalidated. Unreadable ones count as missing; `problems` says which and why. */
export class FileCache {
	readonly #texts = new Map<string, Promise<string | undefined>>();
	readonly #problems = new Map<string, string>();
	readonly #names = new Map<string, Promise<readonly string[] | undefined>>();

	text(path: string): Promise<string | undefined> {
		return remembered(this.#texts, path, async () => this.#read(path));
	}

	/** Files that exist and were not read. */
	get problems(): readonly string[] {
		return [...this.#problems.values()];
	}

	/** The names in a folder, sorted. */
	names(path: string): Promise<readonly string[] | undefined> {
		return remembered(this.#names, path, async () => (await readdir(path)).sort());
	}

	async isNonEmptyFolder(path: string): Promise<boolean> {
		return ((await this.names(path))?.length ?? 0) > 0;
	}

	#read(path: string): string | undefined {
		try {
			return readRegularFile(path);
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
	}
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
