import type { Database } from "bun:sqlite";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { HttpError } from "../../../http-service/http-error.ts";
import { type Fields, number, text } from "./request-body.ts";

const mostEntries = 1000;
const keptDays = 90;

interface ObservedUsage {
	readonly provider: string;
	readonly model: string;
	readonly requests: number;
	readonly input: number;
	readonly output: number;
	readonly cacheRead: number;
	readonly cacheWrite: number;
}

/** Adds what a client has used since its last report. */
export function recordObserved(database: Database, fields: Fields, now: number): void {
	const client = text(fields, "installId");
	const host = text(fields, "hostname");
	const { entries } = fields;
	if (!Array.isArray(entries) || entries.length > mostEntries) {
		throw new HttpError(400, `entries: expected a list of up to ${mostEntries}`);
	}
	const rows = entries.map(parseObserved);
	const seconds = Math.floor(now / 1000);
	const insert = database.transaction(() => {
		for (const { provider, model, requests, input, output, cacheRead, cacheWrite } of rows) {
			database.run("INSERT INTO usage_observed VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", [
				...[seconds, client, host, provider, model],
				...[requests, input, output, cacheRead, cacheWrite],
			]);
		}
		database.run("DELETE FROM usage_observed WHERE recorded_at < ?", [seconds - keptDays * 24 * 3600]);
	});
	insert.immediate();
}

function parseObserved(value: unknown, index: number): ObservedUsage {
	const from = `entries[${index}].`;
	if (!isRecord(value)) throw new HttpError(400, `entries[${index}]: expected an object`);
	const count = (name: string) => (value[name] === undefined ? 0 : Math.max(0, Math.round(number(value, name, from))));
	return {
		provider: text(value, "provider", from),
		model: text(value, "model", from),
		requests: count("requests"),
		input: count("inputTokens"),
		output: count("outputTokens"),
		cacheRead: count("cacheReadTokens"),
		cacheWrite: count("cacheWriteTokens"),
	};
}

/** What each client has used, by provider and model; who was seen last comes first. */
export function observedClients(database: Database, sinceMs: number): unknown[] {
	const rows = database
		.query<ObservedUsage & { client: string; host: string; seen: number }, [number]>(
			`SELECT client, max(host) AS host, provider, model, max(recorded_at) AS seen, sum(requests) AS requests,
			sum(input) AS input, sum(output) AS output, sum(cache_read) AS cacheRead, sum(cache_write) AS cacheWrite
			FROM usage_observed WHERE recorded_at >= ? GROUP BY client, provider, model ORDER BY client, provider, model`,
		)
		.all(Math.floor(sinceMs / 1000));
	return [...Map.groupBy(rows, ({ client }) => client)]
		.map(([installId, used]) => ({
			installId,
			hostname: used[0]?.host ?? "",
			lastSeenAt: Math.max(...used.map(({ seen }) => seen)) * 1000,
			usage: used.map(({ provider, model, requests, input, output, cacheRead, cacheWrite }) => ({
				...{ provider, model, requests },
				...{ inputTokens: input, outputTokens: output, cacheReadTokens: cacheRead, cacheWriteTokens: cacheWrite },
			})),
		}))
		.sort((a, b) => b.lastSeenAt - a.lastSeenAt);
}
