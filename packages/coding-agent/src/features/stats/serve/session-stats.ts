import { join } from "node:path";
import { StatsAnswers } from "../queries/stats-answers.ts";
import { openStore } from "../store/open-store.ts";
import type { StatsStore } from "../store/stats-store.ts";
import { type SyncReport, syncSessions } from "../sync/sync-sessions.ts";
import { type FindBroker, QuotaHistory } from "./quota-history.ts";

export interface StatsFolders {
	/** `~/.omp`, for `stats.db`. */
	readonly config: string;
	/** For the history of quotas in `agent.db`. */
	readonly agent: string;
	readonly sessions: string;
}

/** The numbers of a folder of sessions: what is known, and how to learn more. */
export class SessionStats implements AsyncDisposable {
	readonly store: StatsStore;
	readonly answers: StatsAnswers;
	readonly databasePath: string;
	readonly sessionsFolder: string;
	readonly #databaseNotice: string | undefined;
	readonly #ended = new AbortController();
	#running: Promise<SyncReport> | undefined;
	#problems: readonly string[] = [];

	private constructor(
		folders: StatsFolders,
		path: string,
		now: () => number,
		opened: Awaited<ReturnType<typeof openStore>>,
		findBroker: FindBroker,
	) {
		this.databasePath = path;
		this.sessionsFolder = folders.sessions;
		this.store = opened.store;
		this.#databaseNotice = opened.notice;
		const quotas = new QuotaHistory(folders.agent, now, findBroker);
		this.answers = new StatsAnswers(opened.store, now, () => quotas.read());
	}

	static async open(
		folders: StatsFolders,
		now: () => number,
		findBroker: FindBroker = async () => undefined,
	): Promise<SessionStats> {
		const path = join(folders.config, "stats.db");
		return new SessionStats(folders, path, now, await openStore(path, now), findBroker);
	}

	/** What the user should know: of the database, and of sessions whose numbers are missing. */
	get notice(): string | undefined {
		const [first, ...more] = this.#problems;
		const others = more.length === 0 ? "" : `, and ${more.length} more`;
		const missing = first === undefined ? undefined : `Not all sessions can be read: ${first}${others}`;
		return [this.#databaseNotice, missing].filter(Boolean).join("\n") || undefined;
	}

	/** Reads what is new. Callers at the same time get the same report. */
	sync(): Promise<SyncReport> {
		this.#running ??= this.#sync().finally(() => {
			this.#running = undefined;
		});
		return this.#running;
	}

	/** Requests in the database. */
	count(): number {
		return this.store.all<{ count: number }>("SELECT count(*) AS count FROM requests")[0]?.count ?? 0;
	}

	async #sync(): Promise<SyncReport> {
		const report = await syncSessions(this.sessionsFolder, this.store, this.#ended.signal);
		this.#problems = report.problems ?? [];
		return report;
	}

	async [Symbol.asyncDispose](): Promise<void> {
		this.#ended.abort();
		// It ends between two parts; what it has read is kept.
		await this.#running?.catch(() => {});
		this.store[Symbol.dispose]();
	}
}
