import type { Database } from "bun:sqlite";

/** Weight of a new measurement. */
const weight = 0.3;

/** Records the speed of a model as a moving average. */
export function recordModelSpeed(database: Database, selector: string, tokensPerSecond: number): void {
	database.run(
		`INSERT INTO model_speed (model_key, tokens_per_second) VALUES (?1, ?2)
		ON CONFLICT DO UPDATE SET tokens_per_second = tokens_per_second * ${1 - weight} + ?2 * ${weight}`,
		[selector, tokensPerSecond],
	);
}

/** Tokens per second by selector, for measured models. */
export function modelSpeeds(database: Database): ReadonlyMap<string, number> {
	const rows = database
		.query<{ model_key: string; tokens_per_second: number }, []>("SELECT model_key, tokens_per_second FROM model_speed")
		.all();
	return new Map(rows.map(({ model_key, tokens_per_second }) => [model_key, tokens_per_second]));
}
