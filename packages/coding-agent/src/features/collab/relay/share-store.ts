import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

export interface ShareLimits {
	readonly maxBytes: number;
	readonly maxCount: number;
	readonly maxAgeMs: number;
}

export const shareLimits: ShareLimits = { maxBytes: 1_000_000, maxCount: 1000, maxAgeMs: 30 * 24 * 60 * 60_000 };

const idShape = /^[\w-]{24}$/;
const suffix = ".sealed";

/** Sealed sessions in a folder, a file each. Old ones and the oldest of too many are removed. */
export class ShareStore {
	readonly #folder: string;
	readonly #limits: ShareLimits;
	readonly #now: () => number;
	#last: Promise<unknown> = Promise.resolve();

	constructor(folder: string, limits: ShareLimits, now: () => number) {
		this.#folder = folder;
		this.#limits = limits;
		this.#now = now;
	}

	get maxBytes(): number {
		return this.#limits.maxBytes;
	}

	/** Stores it and gives its id. One upload after the other, so that the limit holds. */
	put(bytes: Uint8Array): Promise<string> {
		const stored = this.#last.then(() => this.#put(bytes));
		this.#last = stored.catch(() => {});
		return stored;
	}

	async get(id: string): Promise<Uint8Array | undefined> {
		if (!idShape.test(id)) return undefined;
		const path = join(this.#folder, id + suffix);
		try {
			const { mtimeMs } = await stat(path);
			if (this.#now() - mtimeMs > this.#limits.maxAgeMs) {
				await rm(path, { force: true });
				return undefined;
			}
			return await readFile(path);
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
			throw error;
		}
	}

	async #put(bytes: Uint8Array): Promise<string> {
		await mkdir(this.#folder, { recursive: true, mode: 0o700 });
		await this.#prune();
		// A hexadecimal id would stand for a gist.
		const id = `s${randomBytes(18).toString("base64url").slice(0, 22)}z`;
		const path = join(this.#folder, id + suffix);
		await writeFile(`${path}.part`, bytes, { mode: 0o600 });
		await rename(`${path}.part`, path);
		return id;
	}

	/** Leaves room for one more. */
	async #prune(): Promise<void> {
		const names = (await readdir(this.#folder)).filter((name) => name.endsWith(suffix));
		const files = await Promise.all(
			names.map(async (name) => {
				const path = join(this.#folder, name);
				return { path, mtimeMs: (await stat(path)).mtimeMs };
			}),
		);
		const newestFirst = files.toSorted((one, other) => other.mtimeMs - one.mtimeMs);
		const kept = newestFirst
			.filter(({ mtimeMs }) => this.#now() - mtimeMs <= this.#limits.maxAgeMs)
			.slice(0, this.#limits.maxCount - 1);
		const keptPaths = new Set(kept.map(({ path }) => path));
		await Promise.all(files.filter(({ path }) => !keptPaths.has(path)).map(({ path }) => rm(path, { force: true })));
	}
}
