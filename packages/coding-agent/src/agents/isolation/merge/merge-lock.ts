import type { Database } from "bun:sqlite";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

const pollMs = 20;
const maxWaitMs = 120_000;

/** A result could not be put in place now; nothing is changed. */
export class MergeInterrupted extends Error {
	override readonly name = "MergeInterrupted";
}

/**
 * Runs `work` while no other omp of the user puts a result in place; `shared` lets others run that only read. A lock of SQLite, because the system frees it when its
 * process ends, however it ends.
 */
export async function withMergeLock<Value>(
	base: string,
	work: () => Promise<Value>,
	kind: "shared" | "exclusive" = "exclusive",
): Promise<Value> {
	mkdirSync(base, { recursive: true, mode: 0o700 });
	const sqlite = await import("bun:sqlite");
	const database = new sqlite.Database(join(base, "merge-lock.db"), { create: true, readwrite: true });
	try {
		for (let waitedMs = 0; !isTaken(database, kind); waitedMs += pollMs) {
			if (waitedMs >= maxWaitMs) throw new MergeInterrupted("another omp has been merging for two minutes");
			await Bun.sleep(pollMs);
		}
		return await work();
	} finally {
		database.close();
	}
}

/** The last merge of this process into each folder of workspaces. */
const lastTurns = new Map<string, Promise<void>>();

/** Merges of one process go in the order they were asked for. Wait for `before`; dispose when done. */
export function takeTurn(base: string): Disposable & { readonly before: Promise<void> } {
	const before = lastTurns.get(base) ?? Promise.resolve();
	const { promise: done, resolve } = Promise.withResolvers<void>();
	lastTurns.set(base, done);
	return {
		before,
		[Symbol.dispose]() {
			resolve();
			if (lastTurns.get(base) === done) lastTurns.delete(base);
		},
	};
}

function isTaken(database: Database, kind: "shared" | "exclusive"): boolean {
	try {
		database.run(kind === "exclusive" ? "BEGIN EXCLUSIVE" : "BEGIN");
		// Only reading takes the shared lock.
		if (kind === "shared") database.query("SELECT count(*) FROM sqlite_master").get();
		return true;
	} catch (error) {
		if (database.inTransaction) database.run("ROLLBACK");
		if (/locked|busy/i.test(String(error))) return false;
		throw error;
	}
}
