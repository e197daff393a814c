import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openAgentDatabase } from "./open-database.ts";

test("a database that another process has locked is given up after a second", async () => {
	const folder = mkdtempSync(join(tmpdir(), "locked-"));
	(await openAgentDatabase(folder)).close();
	const other = new Database(join(folder, "agent.db"));
	other.run("PRAGMA locking_mode = EXCLUSIVE");
	other.run("BEGIN EXCLUSIVE");
	const startedMs = performance.now();
	await expect(openAgentDatabase(folder)).rejects.toThrow("locked");
	expect(performance.now() - startedMs).toBeLessThan(3000);
	other.close();
	// Writes wait longer for each other.
	using database = await openAgentDatabase(folder);
	expect(database.query("PRAGMA busy_timeout").get()).toEqual({ timeout: 5000 });
});
