import { Database } from "bun:sqlite";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

export interface WriteAheadLog {
	/** The database. */
	readonly path: string;
	readonly bytes: number;
}

/** Databases with a write-ahead log. */
export async function writeAheadLogs(agentDir: string): Promise<WriteAheadLog[]> {
	const names = (await readdir(agentDir).catch(() => [])).filter((name) => name.endsWith(".db-wal"));
	const logs = await Promise.all(
		names.map(async (name) => {
			const path = join(agentDir, name);
			const bytes = (await stat(path).catch(() => undefined))?.size ?? 0;
			return { path: path.slice(0, -"-wal".length), bytes };
		}),
	);
	return logs.filter(({ bytes }) => bytes > 0);
}

/** Checkpoints the write-ahead log; false when the database is busy. */
export function checkpoint(path: string): boolean {
	const database = new Database(path, { readwrite: true, create: false });
	try {
		const [outcome] = database.query<{ busy: number }, []>("PRAGMA wal_checkpoint(TRUNCATE)").all();
		return outcome?.busy === 0;
	} catch {
		// Busy or damaged: leave it unchanged.
		return false;
	} finally {
		database.close();
	}
}
