import { FleetError } from "../contract/fleet-error.ts";
import type {
	Admission,
	AdmitRequest,
	Claim,
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
import { admitRequest, reportRequest } from "./admission.ts";
import { selectBatches, submitBatch } from "./batches.ts";
import type { Connection, Transaction } from "./connection.ts";
import { cancelTasks, collectGarbage, pauseTasks, retryTasks, sendMessage } from "./control.ts";
import type { JobQueue } from "./job-queue.ts";
import {
	beginDelivery,
	claimTasks,
	findOwned,
	handBackTask,
	lookForWork,
	markSeen,
	readClaims,
	recordProgress,
	registerWorker,
	renewLeases,
	settleTask,
} from "./leases.ts";
import { countTasks, findTasks, listTasks, listWorkers } from "./listing.ts";
import { schemaVersion } from "./schema.data.ts";
import { abandonTasks, sweepLeases } from "./sweep.ts";
import { selectTasks } from "./task-row.ts";

/** The newest format of tasks that a queue takes; each has a queue of its own. */
const maxFormat = 1000;

/** The queue of many machines. Each change of a task and of its job is one transaction. */
export class PostgresQueue implements FleetQueue {
	readonly engine = "postgres";
	readonly #connection: Connection;
	readonly #jobs: JobQueue;

	constructor(connection: Connection, jobs: JobQueue) {
		this.#connection = connection;
		this.#jobs = jobs;
	}

	async submit(batch: NewBatch, tasks: readonly NewTask[]) {
		const formats = new Set(tasks.map(({ format }) => format));
		for (const format of formats) {
			if (!Number.isInteger(format) || format < 1 || format > maxFormat) {
				throw new FleetError("invalid", `${format} is no format of tasks.`);
			}
			await this.#connection.retry(() => this.#jobs.ensureQueue(format));
		}
		await this.#transact((transaction) => submitBatch(transaction, this.#jobs, batch, tasks));
	}

	batches() {
		return selectBatches(this.#connection);
	}

	async batch(id: string) {
		return (await selectBatches(this.#connection, "WHERE id = $1", [id]))[0];
	}

	async claim(worker: WorkerFacts, count: number): Promise<readonly Claim[]> {
		const work = await lookForWork(this.#connection, worker);
		if (work?.version !== schemaVersion) throw this.#schemaError(work?.version);
		const isChanged = work.isSweepDue && (await sweepLeases(this.#connection, this.#jobs));
		const formats = isChanged ? (await lookForWork(this.#connection, worker))?.formats : work.formats;
		if (!formats?.length || count < 1) {
			if (work.isUnseen) await registerWorker(this.#connection, worker);
			return [];
		}
		const claim = crypto.randomUUID();
		return this.#transact(async (transaction, attempt) => {
			const taken = attempt === 1 ? [] : await readClaims(transaction, claim);
			return taken.length > 0 ? taken : claimTasks(transaction, this.#jobs, worker, count, claim, formats);
		});
	}

	async renew(worker: string, leases: readonly Lease[]) {
		if (leases.length === 0) {
			await markSeen(this.#connection, worker);
			return [];
		}
		// A heartbeat that a crash of the server takes back is sent again before the lease ends.
		return this.#transact((transaction) => renewLeases(transaction, this.#jobs, worker, leases), { isDurable: false });
	}

	record(lease: Lease, progress: TaskProgress, state: "running" | "waiting" = "running") {
		return this.#transact((transaction) => recordProgress(transaction, this.#jobs, lease, progress, state));
	}

	beginDelivery(lease: Lease, progress: TaskProgress) {
		return this.#transact((transaction) => beginDelivery(transaction, this.#jobs, lease, progress));
	}

	settle(lease: Lease, state: FinalState, result: TaskResult) {
		return this.#transact((transaction) => settleTask(transaction, this.#jobs, lease, state, result));
	}

	handBack(lease: Lease) {
		return this.#transact((transaction) => handBackTask(transaction, this.#jobs, lease));
	}

	abandon(worker: string) {
		return this.#transact((transaction) => abandonTasks(transaction, this.#jobs, worker));
	}

	async leave(worker: string) {
		await this.#connection.query("DELETE FROM omp_fleet.worker WHERE id = $1", [worker]);
	}

	workers() {
		return listWorkers(this.#connection);
	}

	async task(id: string) {
		return (await selectTasks(this.#connection, "WHERE t.id = $1", [id]))[0];
	}

	find(text: string) {
		return findTasks(this.#connection, text);
	}

	list(filter: TaskFilter) {
		return listTasks(this.#connection, filter);
	}

	counts(batch?: string) {
		return countTasks(this.#connection, batch);
	}

	cancel(filter: TaskFilter) {
		return this.#transact((transaction) => cancelTasks(transaction, this.#jobs, filter));
	}

	retry(filter: TaskFilter, from: "last-turn" | "start") {
		return this.#transact((transaction) => retryTasks(transaction, this.#jobs, filter, from));
	}

	pause(filter: TaskFilter) {
		return this.#transact((transaction) => pauseTasks(transaction, this.#jobs, filter, true));
	}

	resume(filter: TaskFilter) {
		return this.#transact((transaction) => pauseTasks(transaction, this.#jobs, filter, false));
	}

	send(taskId: string, message: TaskMessage) {
		const nonce = crypto.randomUUID();
		return this.#transact((transaction) => sendMessage(transaction, taskId, message, nonce));
	}

	async acknowledge(lease: Lease, messageIds: readonly number[]) {
		await this.#transact(async (transaction) => {
			const row = await findOwned(transaction, lease);
			if (!row) return;
			await transaction.query("DELETE FROM omp_fleet.message WHERE task = $1 AND id = ANY ($2::bigint[])", [
				row.seq,
				messageIds,
			]);
		});
	}

	admit(account: string, request: AdmitRequest): Promise<Admission> {
		// What a crash of the server takes back, the progress of the task tells.
		return this.#transact((transaction) => admitRequest(transaction, account, request), { isDurable: false });
	}

	async report(account: string, outcome: RequestOutcome) {
		await this.#transact((transaction) => reportRequest(transaction, account, outcome), { isDurable: false });
	}

	gc(olderThanMs: number) {
		return this.#transact((transaction) => collectGarbage(transaction, olderThanMs));
	}

	async [Symbol.asyncDispose]() {
		await this.#jobs[Symbol.asyncDispose]();
		await this.#connection[Symbol.asyncDispose]();
	}

	#transact<T>(
		work: (transaction: Transaction, attempt: number) => Promise<T>,
		options?: { readonly isDurable?: boolean },
	): Promise<T> {
		return this.#connection.transact(work, options);
	}

	#schemaError(version: number | undefined): FleetError {
		return newerSchemaError(this.#connection.location, version);
	}
}

export function newerSchemaError(location: string, version: number | undefined): FleetError {
	const found = version === undefined ? "no version" : `version ${version}`;
	return new FleetError(
		"schema",
		`The tables of the queue in ${location} have ${found}; this omp knows ${schemaVersion}. Use the newer omp everywhere.`,
	);
}
