import type { Database } from "bun:sqlite";
import type { UsageHistoryRow, UsageReport } from "../store/account-usage.ts";
import type { Headroom } from "../store/choose-account.ts";
import { tightestLimit } from "./usage-report.ts";

const freshMs = 5 * 60_000;
const retryMs = 30_000;
const keptMs = 24 * 3600_000;
const hourMs = 3600_000;

/** Usage reports per account in `agent.db`: fresh for about five minutes, kept for a day as a fallback. */
export class UsageCache {
	readonly #database: Database;
	readonly #now: () => number;
	readonly #random: () => number;

	constructor(database: Database, now: () => number, random: () => number = Math.random) {
		this.#database = database;
		this.#now = now;
		this.#random = random;
	}

	read(credentialId: number): { report: UsageReport; fresh: boolean } | undefined {
		const row = this.#database
			.query<{ value: string }, [string, number]>("SELECT value FROM cache WHERE key = ? AND expires_at > ?")
			.get(keyOf(credentialId), this.#now());
		if (!row) return undefined;
		const { report, freshUntil } = JSON.parse(row.value) as { report: UsageReport; freshUntil: number };
		return { report, fresh: freshUntil > this.#now() };
	}

	write(credentialId: number, report: UsageReport): void {
		// Jitter, so that accounts and processes do not refresh at the same time.
		const freshUntil = this.#now() + freshMs * (0.75 + this.#random() / 2);
		this.#database.run("INSERT OR REPLACE INTO cache (key, value, expires_at) VALUES (?, ?, ?)", [
			keyOf(credentialId),
			JSON.stringify({ report, freshUntil }),
			this.#now() + keptMs,
		]);
		this.#record(report);
	}

	/** After a failure: what is known counts for another half a minute, so that a provider in trouble is not asked all the time. */
	postpone(credentialId: number): void {
		const known = this.read(credentialId);
		if (!known) return;
		const freshUntil = this.#now() + retryMs * (0.75 + this.#random() / 2);
		this.#database.run("UPDATE cache SET value = ? WHERE key = ?", [
			JSON.stringify({ report: known.report, freshUntil }),
			keyOf(credentialId),
		]);
	}

	clear(): void {
		this.#database.run("DELETE FROM cache WHERE key LIKE 'usage:%'");
	}

	/** The tightest limit of each account. */
	headroom(credentialIds: readonly number[]): ReadonlyMap<number, Headroom> {
		const known = credentialIds.flatMap((id): Array<[number, Headroom]> => {
			const tightest = tightestLimit({ limits: this.read(id)?.report.limits ?? [] });
			if (!tightest) return [];
			const { usedFraction, resetsAt } = tightest;
			return [[id, { usedFraction, ...(resetsAt !== undefined && { resetsAtMs: resetsAt }) }]];
		});
		return new Map(known);
	}

	/** Past usage, newest first. */
	history(days: number): UsageHistoryRow[] {
		return this.historySince(this.#now() - days * 24 * hourMs);
	}

	historySince(sinceMs: number): UsageHistoryRow[] {
		return this.#database
			.query<UsageHistoryRow, [number]>(
				`SELECT recorded_at AS recordedAt, provider, account_key AS accountKey, email, limit_id AS limitId, label,
				window_label AS windowLabel, used_fraction AS usedFraction, status, resets_at AS resetsAt
				FROM usage_history WHERE recorded_at > ? ORDER BY recorded_at DESC, id DESC`,
			)
			.all(Math.floor(sinceMs / 1000));
	}

	/** One row per hour and limit is enough to show a trend. */
	#record(report: UsageReport): void {
		const seconds = Math.floor(this.#now() / 1000);
		for (const limit of report.limits) {
			const recent = this.#database
				.query<{ id: number }, [string, string, string, number]>(
					"SELECT id FROM usage_history WHERE provider = ? AND account_key = ? AND limit_id = ? AND recorded_at > ?",
				)
				.get(report.provider, report.accountKey, limit.id, seconds - 3600);
			if (recent) continue;
			this.#database.run(
				`INSERT INTO usage_history (recorded_at, provider, account_key, email, limit_id, label, window_label,
				used_fraction, status, resets_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
				[
					seconds,
					report.provider,
					report.accountKey,
					report.email ?? null,
					limit.id,
					limit.label,
					limit.windowLabel,
					limit.usedFraction,
					limit.status,
					limit.resetsAt ?? null,
				],
			);
		}
	}
}

function keyOf(credentialId: number): string {
	return `usage:${credentialId}`;
}
