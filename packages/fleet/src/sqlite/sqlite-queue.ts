import type { Database } from "bun:sqlite";
import { FleetError } from "../contract/fleet-error.ts";
import type {
	Admission,
	AdmitRequest,
	FleetQueue,
	Lease,
	NewBatch,
	NewTask,
	RequestOutcome,
	TaskFilter,
	TaskMessage,
	WorkerFacts,
} from "../contract/fleet-queue.ts";
import type { FinalState, TaskProgress, TaskResult } from "../contract/task.ts";
import { defaultLeaseMs } from "../engine/rules.ts";
import { admitRequest, reportRequest } from "./admission.ts";
import { selectBatches, submitBatch } from "./batches.ts";
import { cancelTasks, collectGarbage, pauseTasks, retryTasks, sendMessage } from "./control.ts";
import {
	abandonTasks,
	beginDelivery,
	claimTasks,
	findOwned,
	handBackTask,
	hasWork,
	listWorkers,
	recordProgress,
	renewLeases,
	settleTask,
} from "./leases.ts";
import { countTasks, findTasks, listTasks } from "./listing.ts";
import { openDatabase } from "./open-database.ts";
import { schemaVersion } from "./schema.data.ts";
import { asFleetError, isBusy } from "./sqlite-error.ts";
import { selectTasks } from "./task-row.ts";

export interface SqliteQueueOptions {
	readonly path: string;
	/** SQLite's own clock without it. */
	readonly now?: () => number;
	readonly leaseMs?: number;
	readonly sleep?: (ms: number) => Promise<void>;
}

/** How often a write is tried while other processes write. */
const maxAttempts = 60;

/** The queue of one machine, a file. Every change is one transaction, so that processes take turns. */
export class SqliteQueue implements FleetQueue {
	readonly engine = "sqlite";
	readonly #database: Database;
	readonly #path: string;
	readonly #now: () => number;
	readonly #leaseMs: number;
	readonly #sleep: (ms: number) => Promise<void>;

	constructor({ path, now, leaseMs = defaultLeaseMs, sleep = Bun.sleep }: SqliteQueueOptions) {
		this.#path = path;
		this.#database = openDatabase(path);
		this.#now = now ?? (() => readClock(this.#database));
		this.#leaseMs = leaseMs;
		this.#sleep = sleep;
	}

	submit(batch: NewBatch, tasks: readonly NewTask[]) {
		return this.#write((database, now) => submitBatch(database, now, batch, tasks));
	}

	batches() {
		return this.#read((database) => selectBatches(database));
	}

	batch(id: string) {
		return this.#read((database) => selectBatches(database, "WHERE id = ?", id)[0]);
	}

	async claim(worker: WorkerFacts, count: number) {
		if (!(await this.#read((database, now) => hasWork(database, now, worker)))) return [];
		return this.#write((database, now) => claimTasks(database, now, this.#leaseMs, worker, count));
	}

	renew(worker: string, leases: readonly Lease[]) {
		return this.#write((database, now) => renewLeases(database, now, this.#leaseMs, worker, leases));
	}

	record(lease: Lease, progress: TaskProgress, state: "running" | "waiting" = "running") {
		return this.#write((database, now) => recordProgress(database, now, lease, progress, state));
	}

	beginDelivery(lease: Lease, progress: TaskProgress) {
		return this.#write((database, now) => beginDelivery(database, now, lease, progress));
	}

	settle(lease: Lease, state: FinalState, result: TaskResult) {
		return this.#write((database, now) => settleTask(database, now, lease, state, result));
	}

	handBack(lease: Lease) {
		return this.#write((database, now) => handBackTask(database, now, lease));
	}

	abandon(worker: string) {
		return this.#write((database, now) => abandonTasks(database, now, worker));
	}

	async leave(worker: string) {
		await this.#write((database) => database.run("DELETE FROM worker WHERE id = ?", [worker]));
	}

	workers() {
		return this.#read(listWorkers);
	}

	task(id: string) {
		return this.#read((database) => selectTasks(database, "WHERE id = ?", id)[0]);
	}

	find(text: string) {
		return this.#read((database) => findTasks(database, text));
	}

	list(filter: TaskFilter) {
		return this.#read((database) => listTasks(database, filter));
	}

	counts(batch?: string) {
		return this.#read((database) => countTasks(database, batch));
	}

	cancel(filter: TaskFilter) {
		return this.#write((database, now) => cancelTasks(database, now, filter));
	}

	retry(filter: TaskFilter, from: "last-turn" | "start") {
		return this.#write((database) => retryTasks(database, filter, from));
	}

	pause(filter: TaskFilter) {
		return this.#write((database) => pauseTasks(database, filter, true));
	}

	resume(filter: TaskFilter) {
		return this.#write((database) => pauseTasks(database, filter, false));
	}

	send(taskId: string, message: TaskMessage) {
		return this.#write((database, now) => sendMessage(database, now, taskId, message));
	}

	acknowledge(lease: Lease, messageIds: readonly number[]) {
		return this.#write((database) => {
			const row = findOwned(database, lease);
			if (!row) return;
			for (const id of messageIds) database.run("DELETE FROM message WHERE task = ? AND id = ?", [row.seq, id]);
		});
	}

	admit(account: string, request: AdmitRequest): Promise<Admission> {
		return this.#write((database, now) => admitRequest(database, now, account, request));
	}

	report(account: string, outcome: RequestOutcome) {
		return this.#write((database, now) => reportRequest(database, now, account, outcome));
	}

	gc(olderThanMs: number) {
		return this.#write((database, now) => collectGarbage(database, now, olderThanMs));
	}

	async [Symbol.asyncDispose]() {
		this.#database.close();
	}

	async #read<T>(work: (database: Database, now: number) => T): Promise<T> {
		return this.#transact("BEGIN", work);
	}

	/** `BEGIN IMMEDIATE`, since a transaction that reads first and writes later could not wait for another writer. */
	async #write<T>(work: (database: Database, now: number) => T): Promise<T> {
		return this.#transact("BEGIN IMMEDIATE", work);
	}

	async #transact<T>(begin: string, work: (database: Database, now: number) => T): Promise<T> {
		for (let attempt = 1; ; attempt++) {
			try {
				this.#database.run(begin);
				return this.#commit(work);
			} catch (error) {
				if (!isBusy(error) || attempt === maxAttempts) throw asFleetError(error, this.#path);
			}
			await this.#sleep(Math.min(5 * attempt, 100));
		}
	}

	#commit<T>(work: (database: Database, now: number) => T): T {
		try {
			this.#checkVersion();
			const value = work(this.#database, this.#now());
			this.#database.run("COMMIT");
			return value;
		} catch (error) {
			if (this.#database.inTransaction) this.#database.run("ROLLBACK");
			throw error;
		}
	}

	/** A newer omp may have changed the tables while this one was running. */
	#checkVersion(): void {
		const version = this.#database.query("PRAGMA user_version").values()[0]?.[0];
		if (version === schemaVersion) return;
		throw new FleetError("schema", `${this.#path} was changed by a newer omp. Update omp, or choose another queue.`);
	}
}

function readClock(database: Database): number {
	const sql = "SELECT CAST(ROUND(unixepoch('subsec') * 1000) AS INTEGER)";
	return Number(database.query(sql).values()[0]?.[0]);
}
