import type { Database } from "bun:sqlite";
import { join } from "node:path";
import { logIgnored } from "@oh-my-pi/pi-utils/debug-log";
import { openPrivateDatabase } from "../../auth/store/open-database.ts";
import type { Model } from "../../model/model.ts";

/** Increase when the meaning of rows changes; older rows are then ignored. */
const version = 1;
const freshMs = 24 * 3600_000;

export interface CachedModels {
	readonly models: readonly Model[];
	readonly fresh: boolean;
}

/** Discovered models, cached in `models.db`. */
export class ModelCache {
	readonly #path: string;
	readonly #now: () => number;
	#database: Promise<Database> | undefined;

	constructor(agentDir: string, now: () => number) {
		this.#path = join(agentDir, "models.db");
		this.#now = now;
	}

	/** `undefined` if there is no entry, or it belongs to other bundled records. */
	async read(provider: string, fingerprint: string): Promise<CachedModels | undefined> {
		if (!this.#database && !(await Bun.file(this.#path).exists())) return undefined;
		try {
			const row = (await this.#open())
				.query<Row, [string]>("SELECT * FROM model_cache WHERE provider_id = ?")
				.get(provider);
			if (!row || row.version !== version || row.static_fingerprint !== fingerprint) return undefined;
			const fresh = this.#now() - row.updated_at < freshMs;
			return { models: JSON.parse(row.models) as Model[], fresh };
		} catch (error) {
			logIgnored("an unreadable model cache counts as empty", error);
			return undefined;
		}
	}

	async write(
		provider: string,
		fingerprint: string,
		models: readonly Model[],
		options: { authoritative: boolean },
	): Promise<void> {
		(await this.#open()).run(
			`INSERT OR REPLACE INTO model_cache (provider_id, version, updated_at, authoritative, static_fingerprint, models)
			VALUES (?, ?, ?, ?, ?, ?)`,
			[provider, version, this.#now(), Number(options.authoritative), fingerprint, JSON.stringify(models)],
		);
	}

	async clear(): Promise<void> {
		if (!this.#database && !(await Bun.file(this.#path).exists())) return;
		(await this.#open()).run("DELETE FROM model_cache");
	}

	#open(): Promise<Database> {
		this.#database ??= openCache(this.#path);
		return this.#database;
	}
}

async function openCache(path: string): Promise<Database> {
	const database = await openPrivateDatabase(path);
	database.run(`CREATE TABLE IF NOT EXISTS model_cache (
		provider_id TEXT PRIMARY KEY,
		version INTEGER NOT NULL,
		updated_at INTEGER NOT NULL,
		authoritative INTEGER NOT NULL,
		static_fingerprint TEXT NOT NULL,
		models TEXT NOT NULL
	)`);
	return database;
}

interface Row {
	version: number;
	updated_at: number;
	static_fingerprint: string;
	models: string;
}

/** Changes when the bundled records do. */
export function fingerprintOf(bundled: readonly Model[]): string {
	return Bun.hash(JSON.stringify(bundled)).toString(36);
}
