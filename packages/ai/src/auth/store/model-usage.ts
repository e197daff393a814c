import type { Database } from "bun:sqlite";

/** Only the order matters, so the time of the latest model is written once an hour and not after each reply. */
const rewriteSeconds = 3600;

/** Records that the model was used, for the next start without an explicit one. */
export function recordModelUse(database: Database, selector: string, now: number): void {
	const seconds = Math.floor(now / 1000);
	const latest = latestModels(database, 1)[0];
	if (latest?.model_key === selector && seconds - latest.last_used_at < rewriteSeconds) return;
	database.run(
		`INSERT INTO model_usage (model_key, last_used_at) VALUES (?, ?)
		ON CONFLICT DO UPDATE SET last_used_at = excluded.last_used_at`,
		[selector, seconds],
	);
}

/** Selectors, most recent first. */
export function recentModels(database: Database, limit = 20): string[] {
	return latestModels(database, limit).map((row) => row.model_key);
}

function latestModels(database: Database, limit: number) {
	return database
		.query<{ model_key: string; last_used_at: number }, [number]>(
			"SELECT model_key, last_used_at FROM model_usage ORDER BY last_used_at DESC, rowid DESC LIMIT ?",
		)
		.all(limit);
}
