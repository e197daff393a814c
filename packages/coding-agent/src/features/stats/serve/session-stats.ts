import { Database } from "bun:sqlite";
import { join } from "node:path";
import type { UsageHistoryRow } from "@oh-my-pi/pi-ai/auth/store/account-usage";
import { UsageCache } from "@oh-my-pi/pi-ai/auth/usage/usage-cache";
import { StatsAnswers } from "../queries/stats-answers.ts";
import { openStore } from "../store/open-store.ts";
import type { StatsStore } from "../store/stats-store.ts";
import { type SyncReport, syncSessions } from "../sync/sync-sessions.ts";

export interface StatsFolders {
	/** `~/.omp`, for `stats.db`. */
	readonly config: string;
	/** For the history of quotas in `agent.db`. */
	readonly agent: string;
	readonly sessions: string;
}

const quotaDays = 90;

/** The numbers of a folder of sessions: what is known, and how to learn more. */
export class SessionStats implements AsyncDisposable {
	readonly store: StatsStore;
	readonly answers: StatsAnswers;
	/** What the user should know about the database. */
	readonly notice: string | undefined;
	readonly databasePath: string;
	readonly sessionsFolder: string;
	readonly #ended = new AbortController();
	#running: Promise<SyncReport> | undefined;

	private constructor(
		folders: StatsFolders,
		path: string,
		now: () => number,
		opened: Awaited<ReturnType<typeof openStore>>,
	) {
		this.databasePath = path;
		this.sessionsFolder = folders.sessions;
		this.store = opened.store;
		this.notice = opened.notice;
		this.answers = new StatsAnswers(opened.store, now, () => readQuotaHistory(join(folders.agent, "agent.db"), now));
	}

	static async open(folders: StatsFolders, now: () => number): Promise<SessionStats> {
		const path = join(folders.config, "stats.db");
		return new SessionStats(folders, path, now, await openStore(path, now));
	}

	/** Reads what is new. Callers at the same time get the same report. */
	sync(): Promise<SyncReport> {
		this.#running ??= syncSessions(this.sessionsFolder, this.store, this.#ended.signal).finally(() => {
			this.#running = undefined;
		});
		return this.#running;
	}

	/** Requests in the database. */
	count(): number {
		return this.store.all<{ count: number }>("SELECT count(*) AS count FROM requests")[0]?.count ?? 0;
	}

	async [Symbol.asyncDispose](): Promise<void> {
		this.#ended.abort();
		// It ends between two parts; what it has read is kept.
		await this.#running?.catch(() => {});
		this.store[Symbol.dispose]();
	}
}

/** Used shares of quotas, hour by hour; empty without a login. */
function readQuotaHistory(path: string, now: () => number): readonly UsageHistoryRow[] {
	try {
		using database = new Database(path, { readonly: true });
		return new UsageCache(database, now).history(quotaDays);
	} catch {
		// Nobody has logged in here yet, or omp is older than its history.
		return [];
	}
}
