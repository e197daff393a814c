import { readdir, readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** Caches files and folders until invalidated. Unreadable ones count as missing. */
export class FileCache {
	readonly #texts = new Map<string, Promise<string | undefined>>();
	readonly #names = new Map<string, Promise<readonly string[] | undefined>>();

	text(path: string): Promise<string | undefined> {
		return remembered(this.#texts, path, () => readRegular(path));
	}

	/** The names in a folder, sorted. */
	names(path: string): Promise<readonly string[] | undefined> {
		return remembered(this.#names, path, async () => (await readdir(path)).sort());
	}

	async isNonEmptyFolder(path: string): Promise<boolean> {
		return ((await this.names(path))?.length ?? 0) > 0;
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
	read: () => Promise<Value>,
): Promise<Value | undefined> {
	const known = cache.get(path);
	if (known) return known;
	// Missing or unreadable: nothing to contribute.
	const reading = read().catch(() => undefined);
	cache.set(path, reading);
	return reading;
}

async function readRegular(path: string): Promise<string> {
	// Reading a FIFO or a device could block forever.
	if (!(await stat(path)).isFile()) throw new Error(`Not a regular file: ${path}`);
	return readFile(path, "utf8");
}
