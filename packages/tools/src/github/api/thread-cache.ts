import { Database } from "bun:sqlite";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

export interface CacheLimits {
	readonly softTtlSec: number;
	readonly hardTtlSec: number;
}

export interface CachedThread {
	readonly text: string;
	readonly ageSec: number;
	/** Old enough to be fetched again. */
	readonly isStale: boolean;
}

/** Issues and pull requests as they were fetched, apart for each login. A cache that cannot be used is only slower. */
export class ThreadCache {
	readonly #file: string;
	readonly #now: () => number;
	readonly #limits: () => CacheLimits;
	#database: Database | undefined;
	#isBroken = false;

	constructor(file: string, options: { readonly now: () => number; readonly limits: () => CacheLimits }) {
		this.#file = file;
		this.#now = options.now;
		this.#limits = options.limits;
	}

	get(login: string, url: string): CachedThread | undefined {
		const { softTtlSec, hardTtlSec } = this.#limits();
		return this.#attempt((database) => {
			database.run("DELETE FROM threads WHERE fetched_at < ?", [this.#now() - hardTtlSec * 1000]);
			const row = database
				.query<{ text: string; fetched_at: number }, [string, string]>(
					"SELECT text, fetched_at FROM threads WHERE login = ? AND url = ?",
				)
				.get(login, url);
			if (!row) return undefined;
			const ageSec = Math.max(0, (this.#now() - row.fetched_at) / 1000);
			return { text: row.text, ageSec, isStale: ageSec > softTtlSec };
		});
	}

	put(login: string, url: string, text: string): void {
		this.#attempt((database) =>
			database.run("INSERT OR REPLACE INTO threads (login, url, text, fetched_at) VALUES (?, ?, ?, ?)", [
				login,
				url,
				text,
				this.#now(),
			]),
		);
	}

	/** Forgets a thread with all its parts, for every login. */
	forget(url: string): void {
		this.#attempt((database) =>
			database.run("DELETE FROM threads WHERE url = ? OR substr(url, 1, ?) IN (? || '/', ? || '?')", [
				url,
				url.length + 1,
				url,
				url,
			]),
		);
	}

	close(): void {
		this.#database?.close();
		this.#database = undefined;
	}

	#attempt<Value>(work: (database: Database) => Value): Value | undefined {
		if (this.#isBroken) return undefined;
		try {
			this.#database ??= open(this.#file);
			return work(this.#database);
		} catch {
			this.#isBroken = true;
			return undefined;
		}
	}
}

function open(file: string): Database {
	mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
	const database = new Database(file, { create: true });
	database.run("PRAGMA busy_timeout = 2000");
	database.run(
		"CREATE TABLE IF NOT EXISTS threads (login TEXT NOT NULL, url TEXT NOT NULL, text TEXT NOT NULL, fetched_at INTEGER NOT NULL, PRIMARY KEY (login, url))",
	);
	return database;
}

/** Tells logins apart without keeping any: what one may read another may not. */
export function loginFingerprint(env: Readonly<Record<string, string | undefined>>, home: string): string {
	const token = env.GH_TOKEN || env.GITHUB_TOKEN || env.GH_ENTERPRISE_TOKEN || env.GITHUB_ENTERPRISE_TOKEN;
	const folder = env.GH_CONFIG_DIR || join(env.XDG_CONFIG_HOME || join(home, ".config"), "gh");
	const file = join(folder, "hosts.yml");
	const credential = token || (existsSync(file) ? readFileSync(file, "utf8") : "");
	return new Bun.CryptoHasher("sha256")
		.update(`${env.GH_HOST ?? ""}\n${credential}`)
		.digest("hex")
		.slice(0, 24);
}
