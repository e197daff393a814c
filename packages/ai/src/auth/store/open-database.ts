import type { Database } from "bun:sqlite";
import { chmodSync, closeSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { agentSchema } from "./schema.ts";

export const agentDatabaseName = "agent.db";

export async function hasAgentDatabase(agentDir: string): Promise<boolean> {
	return Bun.file(join(agentDir, agentDatabaseName)).exists();
}

/** Opens `agent.db`, readable by its owner only. SQLite gives its side files the same mode. */
export async function openAgentDatabase(agentDir: string): Promise<Database> {
	const database = await openPrivateDatabase(join(agentDir, agentDatabaseName));
	try {
		// One transaction, so that a second process never sees half of it.
		if (!hasSchema(database)) database.transaction(() => database.run(agentSchema)).immediate();
		return database;
	} catch (error) {
		database.close();
		throw error;
	}
}

/** What another process may hold up a start; others wait for a moment only when they make the file. */
const openWaitMs = 700;
const writeWaitMs = 5000;

/** Nearly always true. Reading takes no write lock, which running the statements would. */
function hasSchema(database: Database): boolean {
	const rows = database.query<{ name: string }, []>("SELECT name FROM sqlite_master").all();
	const present = new Set(rows.map(({ name }) => name));
	return agentSchema.matchAll(/ IF NOT EXISTS (\w+)/g).every(([, name]) => present.has(name ?? ""));
}

export async function openPrivateDatabase(path: string): Promise<Database> {
	// Synchronous, because a few calls cost less than one switch to another thread, and every start makes them.
	mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
	closeToOthers(dirname(path), 0o700);
	closeSync(openSync(path, "a", 0o600));
	closeToOthers(path, 0o600);
	const { Database } = await import("bun:sqlite");
	const database = new Database(path, { create: true, readwrite: true, strict: true });
	try {
		// The timeout first, because switching to WAL may have to wait for another process. Without secure_delete, a removed key would
		// stay readable until its page is reused.
		database.run(
			`PRAGMA busy_timeout = ${openWaitMs}; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON`,
		);
		// Not until something is read does a lock show.
		database.query("SELECT 1 FROM sqlite_master LIMIT 1").get();
		database.run(`PRAGMA busy_timeout = ${writeWaitMs}`);
		return database;
	} catch (error) {
		database.close();
		throw error;
	}
}

function closeToOthers(path: string, mode: number): void {
	const { mode: present } = statSync(path);
	if ((present & 0o077) !== 0) chmodSync(path, mode);
}
