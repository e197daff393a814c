import type { Database } from "bun:sqlite";
import { existsSync, mkdirSync, renameSync } from "node:fs";
import { dirname } from "node:path";
import { migrate, schemaVersion } from "./schema.ts";
import { StatsStore } from "./stats-store.ts";

export class StatsError extends Error {
	override readonly name = "StatsError";
}

export interface OpenedStore {
	readonly store: StatsStore;
	/** What the user should know about the file. */
	readonly notice: string | undefined;
}

/**
 * Opens the database of the numbers. A damaged file is put aside, that of a newer omp left alone, and both are said: rows of
 * sessions that were deleted since are nowhere else.
 */
export async function openStore(path: string, now: () => number): Promise<OpenedStore> {
	const { Database: SqliteDatabase } = await import("bun:sqlite");
	const open = (file: string) => new SqliteDatabase(file, { create: true, readwrite: true });
	try {
		mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
		return openAt(path, open);
	} catch (error) {
		if (error instanceof NewerVersion) {
			const own = path.replace(/(?:\.db)?$/, `.v${schemaVersion}.db`);
			const notice = `${path} was written by a newer omp and is left as it is. The numbers are kept in ${own} meanwhile`;
			return { ...openAt(own, open), notice };
		}
		if (!isDamage(error)) throw explain(error, path);
		const aside = `${path}.damaged-${new Date(now()).toISOString().replace(/\D/g, "").slice(0, 14)}`;
		for (const ending of ["", "-wal", "-shm"]) {
			if (existsSync(path + ending)) renameSync(path + ending, aside + ending);
		}
		return {
			...openAt(path, open),
			notice: `${path} was damaged and is now ${aside}. The numbers were read again from the sessions`,
		};
	}
}

class NewerVersion extends Error {}

function openAt(path: string, open: (path: string) => Database): OpenedStore {
	const database = open(path);
	try {
		database.run("PRAGMA busy_timeout = 3000");
		const version = database.query<{ user_version: number }, []>("PRAGMA user_version").get()?.user_version ?? 0;
		if (version > schemaVersion) throw new NewerVersion();
		database.run("PRAGMA journal_mode = WAL");
		database.run("PRAGMA synchronous = NORMAL");
		database.run("PRAGMA cache_size = -32000");
		migrate(database);
		return { store: new StatsStore(database), notice: undefined };
	} catch (error) {
		database.close();
		throw error;
	}
}

function isDamage(error: unknown): boolean {
	return /SQLITE_(?:NOTADB|CORRUPT)|not a database|malformed/i.test(
		`${(error as { code?: unknown }).code} ${String(error)}`,
	);
}

/** What a failure of SQLite means for the user. */
export function explain(error: unknown, path: string): StatsError {
	const text = `${(error as { code?: unknown }).code} ${String(error)}`;
	if (/SQLITE_(?:BUSY|LOCKED)|locked/i.test(text))
		return new StatsError(`${path} is locked by another program. Close it, or try again`, { cause: error });
	if (/SQLITE_(?:FULL|IOERR)|disk|ENOSPC/i.test(text))
		return new StatsError(`${path} cannot be written: is the disk full?`, { cause: error });
	if (/SQLITE_(?:READONLY|CANTOPEN)|readonly|unable to open|EACCES|EROFS/i.test(text))
		return new StatsError(`${path} cannot be opened for writing: check its owner and permissions`, { cause: error });
	if (isDamage(error))
		return new StatsError(`${path} is damaged: start omp stats again to have it put aside`, { cause: error });
	return new StatsError(`${path}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
}
