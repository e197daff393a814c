import { Database } from "bun:sqlite";
import { chmodSync, closeSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { FleetError } from "../contract/fleet-error.ts";
import { applicationId, schema, schemaVersion } from "./schema.data.ts";
import { asFleetError } from "./sqlite-error.ts";

/** A wait for another process blocks this one, so it is short; callers try again. */
const busyMs = 100;

/** Opens or makes the queue's file, for its owner only. What is not ours or newer is left as it is. */
export function openDatabase(path: string): Database {
	let database: Database | undefined;
	try {
		makeFile(path);
		database = new Database(path, { create: true, readwrite: true, strict: true });
		database.run(`PRAGMA busy_timeout = ${busyMs}`);
		checkVersion(database, path);
		database.run("PRAGMA journal_mode = WAL");
		// What was confirmed survives a power failure: an attempt after it has to know of a delivery before.
		database.run("PRAGMA synchronous = FULL");
		makeTables(database, path);
		return database;
	} catch (error) {
		database?.close();
		throw asFleetError(error, path);
	}
}

function makeFile(path: string): void {
	const stats = statSync(path, { throwIfNoEntry: false });
	if (stats && !stats.isFile()) throw new FleetError("invalid", `${path} is not a file. Choose another queue.`);
	if (stats) return;
	mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
	closeSync(openSync(path, "a", 0o600));
	chmodSync(path, 0o600);
}

function checkVersion(database: Database, path: string): void {
	const application = numberOf(database, "PRAGMA application_id");
	const isEmpty = numberOf(database, "SELECT COUNT(*) FROM sqlite_schema") === 0;
	if (application === applicationId && numberOf(database, "PRAGMA user_version") > schemaVersion) {
		throw new FleetError("schema", `${path} was written by a newer omp. Update omp, or choose another queue.`);
	}
	if (application !== applicationId && !isEmpty) {
		throw new FleetError("invalid", `${path} is the database of another program. Choose another queue.`);
	}
}

function makeTables(database: Database, path: string): void {
	if (numberOf(database, "PRAGMA user_version") === schemaVersion) return;
	database
		.transaction(() => {
			// Another process may have made them meanwhile.
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
