import { Database } from "bun:sqlite";
import { join } from "node:path";
import type { RemoteAccounts } from "@oh-my-pi/pi-ai/auth/store/account-store";
import type { UsageHistoryRow } from "@oh-my-pi/pi-ai/auth/store/account-usage";
import { UsageCache } from "@oh-my-pi/pi-ai/auth/usage/usage-cache";

/** The accounts of the broker that is configured; `undefined` without one. */
export type FindBroker = () => Promise<Pick<RemoteAccounts, "usageHistory"> | undefined>;

const quotaDays = 90;
const dayMs = 24 * 3600_000;
/** A page has several panels of it, and shows hours. */
const freshMs = 60_000;

/** Used shares of quotas, hour by hour: those of the broker, whose accounts others use too, or of the logins here. */
export class QuotaHistory {
	readonly #agentDir: string;
	readonly #now: () => number;
	readonly #findBroker: FindBroker;
	#known: { readonly at: number; readonly rows: readonly UsageHistoryRow[] } | undefined;

	constructor(agentDir: string, now: () => number, findBroker: FindBroker) {
		this.#agentDir = agentDir;
		this.#now = now;
		this.#findBroker = findBroker;
	}

	async read(): Promise<readonly UsageHistoryRow[]> {
		if (this.#known && this.#now() - this.#known.at < freshMs) return this.#known.rows;
		const rows = await this.#askBroker();
		if (rows === undefined) return readLocal(join(this.#agentDir, "agent.db"), this.#now);
		this.#known = { at: this.#now(), rows };
		return rows;
	}

	async #askBroker(): Promise<readonly UsageHistoryRow[] | undefined> {
		try {
			return await (await this.#findBroker())?.usageHistory(this.#now() - quotaDays * dayMs);
		} catch {
			// It cannot be reached now. What is known here is better than a page without numbers.
			return undefined;
		}
	}
}

/** Empty without a login. */
function readLocal(path: string, now: () => number): readonly UsageHistoryRow[] {
	try {
		using database = new Database(path, { readonly: true });
		return new UsageCache(database, now).history(quotaDays);
	} catch {
		// Nobody has logged in here yet, or omp is older than its history.
		return [];
	}
}
