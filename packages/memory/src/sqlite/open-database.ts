import { Database } from "bun:sqlite";
import { accessSync, closeSync, constants, mkdirSync, openSync, readSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { MemoryError } from "../contract/memory-error.ts";
import { applicationId, schema, schemaVersion } from "./schema.data.ts";
import { asMemoryError, corruptError, readOnlyError } from "./sqlite-error.ts";

/** A wait for another omp blocks the process, so it is short; callers try again. */
const usualBusyMs = 250;

/** Opens or makes the database of a bank. What is not ours, damaged or newer is left as it is. */
export function openDatabase(path: string, { busyMs = usualBusyMs }: { readonly busyMs?: number } = {}): Database {
	let database: Database | undefined;
	try {
		checkFile(path);
		database = new Database(path, { create: true, strict: true });
		database.run(`PRAGMA busy_timeout = ${busyMs}`);
		checkVersion(database, path);
		database.run("PRAGMA journal_mode = WAL");
		// What was confirmed survives a power failure too; there are few writes.
		database.run("PRAGMA synchronous = FULL");
		// What is deleted is overwritten.
		database.run("PRAGMA secure_delete = ON");
		makeTables(database, path);
		return database;
	} catch (error) {
		database?.close();
		throw asMemoryError(error, path);
	}
}

function checkFile(path: string): void {
	const stats = statSync(path, { throwIfNoEntry: false });
	if (stats && !stats.isFile()) throw new MemoryError("refused", `${path} is not a file. Move it away.`);
	if (!stats || stats.size === 0) {
		if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) {
			throw corruptError(path, "it is empty, but its write-ahead log is not");
		}
		mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
		if (!stats) closeSync(openSync(path, "a", 0o600));
		return;
	}
	for (const needed of [path, dirname(path)]) {
		try {
			accessSync(needed, constants.W_OK);
		} catch (error) {
			throw readOnlyError(path, error);
		}
	}
	const header = readStart(path);
	if (header.length < 16 || header.toString("latin1", 0, 16) !== "SQLite format 3\0") {
		throw corruptError(path, "it is not a database");
	}
}

function readStart(path: string): Buffer {
	const file = openSync(path, "r");
	try {
		const header = Buffer.alloc(16);
		return header.subarray(0, readSync(file, header, 0, header.length, 0));
	} finally {
		closeSync(file);
	}
}

function checkVersion(database: Database, path: string): void {
	const version = numberOf(database, "PRAGMA user_version");
	const application = numberOf(database, "PRAGMA application_id");
	if (application === applicationId && version > schemaVersion) {
		throw new MemoryError("newer", `${path} was written by a newer omp. Update omp, or move the file away.`);
	}
	const isEmpty = numberOf(database, "SELECT COUNT(*) FROM sqlite_schema") === 0;
	if (application !== applicationId && !isEmpty) {
		throw new MemoryError(
			"refused",
			`${path} is the database of another program. Choose another place for the memory.`,
		);
	}
	if (!isEmpty) database.query("SELECT seq FROM memories LIMIT 1").all();
}

function makeTables(database: Database, path: string): void {
	if (numberOf(database, "PRAGMA user_version") === schemaVersion) return;
	database
		.transaction(() => {
			// Another omp may have made them meanwhile.
			checkVersion(database, path);
			if (numberOf(database, "PRAGMA user_version") === schemaVersion) return;
			database.run(schema);
			database.run(`PRAGMA application_id = ${applicationId}`);
			database.run(`PRAGMA user_version = ${schemaVersion}`);
		})
		.immediate();
}

function numberOf(database: Database, sql: string): number {
	return Number(database.query(sql).values()[0]?.[0] ?? 0);
}
