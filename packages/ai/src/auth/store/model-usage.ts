import type { Database } from "bun:sqlite";

/** Records that the model was used, for the next start without an explicit one. */
export function recordModelUse(database: Database, selector: string, now: number): void {
	database.run(
		`INSERT INTO model_usage (model_key, last_used_at) VALUES (?, ?)
		ON CONFLICT DO UPDATE SET last_used_at = excluded.last_used_at`,
		[selector, Math.floor(now / 1000)],
	);
}

/** Selectors, most recent first. */
export function recentModels(database: Database, limit = 20): string[] {
	return database
		.query<{ model_key: string }, [number]>(
			"SELECT model_key FROM model_usage ORDER BY last_used_at DESC, rowid DESC LIMIT ?",
		)
		.all(limit)
		.map((row) => row.model_key);
}
