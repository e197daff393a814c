import type { AttachableClock, Clock, ConstructorOptions } from "pg-boss";
import { PgBoss, systemClock } from "pg-boss";
import type { Connection, Transaction } from "./connection.ts";
import { jobSchema, queueForFormat } from "./schema.data.ts";

/** A job and the time it was fetched: pg-boss accepts nothing from an attempt that is over. */
export interface JobAttempt {
	readonly id: string;
	readonly retryCount: number;
}

export interface FetchedJob extends JobAttempt {
	readonly leaseMs: number;
}

/** Losses are counted by task, so pg-boss never gives a job up by itself. */
const retryLimit = 1_000_000;
const tenYearsInSeconds = 10 * 365 * 24 * 60 * 60;
const chunkSize = 5_000;

/** The leases, the order and the retries of tasks: jobs of pg-boss, one per unfinished task, changed with it in one transaction. */
export class JobQueue implements AsyncDisposable {
	readonly #boss: PgBoss;
	readonly #heartbeatSeconds: number;

	private constructor(boss: PgBoss, heartbeatSeconds: number) {
		this.#boss = boss;
		this.#heartbeatSeconds = heartbeatSeconds;
	}

	/** Makes the tables of pg-boss, unless they are there. */
	static async install(connection: Connection): Promise<void> {
		const boss = new PgBoss({ ...bossOptions(connection), migrate: true, createSchema: true });
		boss.on("error", () => {});
		await boss.start();
		await boss.stop({ graceful: false, close: false });
	}

	static async open(connection: Connection, leaseMs: number, clock?: AttachableClock): Promise<JobQueue> {
		const boss = new PgBoss({ ...bossOptions(connection), migrate: false, clock: clock ?? quietClock });
		// What fails in the background is only its list of queues, which is read again.
		boss.on("error", () => {});
		await boss.start();
		return new JobQueue(boss, Math.max(10, Math.ceil(leaseMs / 1000)));
	}

	async ensureQueue(format: number): Promise<void> {
		const name = queueForFormat(format);
		if (await this.#boss.getQueue(name)) return;
		await this.#boss.createQueue(name, {
			retryLimit,
			retryDelay: 0,
			retryBackoff: false,
			heartbeatSeconds: this.#heartbeatSeconds,
			retentionSeconds: tenYearsInSeconds,
			deleteAfterSeconds: 0,
			expireInSeconds: 24 * 60 * 60,
		});
	}

	async add(
		{ db }: Transaction,
		format: number,
		jobs: ReadonlyArray<{ readonly id: string; readonly priority: number }>,
	): Promise<void> {
		const heartbeatSeconds = this.#heartbeatSeconds;
		for (const chunk of inChunks(jobs)) {
			await this.#boss.insert(
				queueForFormat(format),
				chunk.map(({ id, priority }) => ({ id, priority, heartbeatSeconds })),
				{ db },
			);
		}
	}

	async fetch({ db }: Transaction, format: number, count: number): Promise<readonly FetchedJob[]> {
		const jobs = await this.#boss.fetch(queueForFormat(format), { batchSize: count, db });
		return jobs.map(({ id, retryCount, heartbeatSeconds }) => ({
			id,
			retryCount,
			leaseMs: (heartbeatSeconds ?? this.#heartbeatSeconds) * 1000,
		}));
	}

	/** The heartbeat; resolves to the ids of the jobs that are still with these attempts. */
	async touch({ db }: Transaction, format: number, attempts: readonly JobAttempt[]): Promise<ReadonlySet<string>> {
		if (attempts.length === 0) return new Set();
		const response: unknown = await this.#boss.touch(queueForFormat(format), [...attempts], { db });
		const { settled } = response as { readonly settled?: readonly string[] };
		return new Set(settled);
	}

	/** An attempt was lost: the job is free again. */
	async lose({ db }: Transaction, format: number, attempts: readonly JobAttempt[]): Promise<void> {
		if (attempts.length > 0) await this.#boss.fail(queueForFormat(format), [...attempts], { lost: true }, { db });
	}

	/** Free again, as if nobody had fetched it; it keeps its place. */
	async handBack(transaction: Transaction, format: number, attempt: JobAttempt): Promise<void> {
		await this.#boss.cancel(queueForFormat(format), attempt, { db: transaction.db });
		await this.release(transaction, format, [attempt.id]);
	}

	/** Out of the queue, as it is, until `release`. */
	async hold({ db }: Transaction, format: number, ids: readonly string[]): Promise<void> {
		for (const chunk of inChunks(ids)) await this.#boss.cancel(queueForFormat(format), chunk, { db });
	}

	async release({ db }: Transaction, format: number, ids: readonly string[]): Promise<void> {
		for (const chunk of inChunks(ids)) await this.#boss.resume(queueForFormat(format), chunk, { db });
	}

	async remove({ db }: Transaction, format: number, ids: readonly string[]): Promise<void> {
		for (const chunk of inChunks(ids)) await this.#boss.deleteJob(queueForFormat(format), chunk, { db });
	}

	async [Symbol.asyncDispose]() {
		await this.#boss.stop({ graceful: false, close: false });
	}
}

function bossOptions(connection: Connection): ConstructorOptions {
	return {
		db: connection.db,
		schema: jobSchema,
		// Expired heartbeats are looked for by `sweepLeases`, together with the tasks they belong to.
		supervise: false,
		schedule: false,
		registerInstance: false,
		openTelemetry: { enabled: false },
	};
}

/** Its timers do not keep the process. */
const quietClock: Clock = {
	...systemClock,
	setInterval: (work, ms) => {
		const timer = setInterval(work, ms);
		timer.unref();
		return timer;
	},
};

export function* inChunks<T>(items: readonly T[]): Generator<T[]> {
	for (let start = 0; start < items.length; start += chunkSize) yield items.slice(start, start + chunkSize);
}
