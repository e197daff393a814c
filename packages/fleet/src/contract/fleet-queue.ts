import type { FinalState, Task, TaskProgress, TaskResult, TaskSpec, TaskState } from "./task.ts";

/**
 * Who does which task. Two engines, one contract suite: a SQLite file for one machine, Postgres through pg-boss for many.
 * Every write of an owner carries its lease; one that was lost changes nothing and says so. Time is the engine's, so clocks
 * of machines may differ.
 */
export interface FleetQueue extends AsyncDisposable {
	readonly engine: "sqlite" | "postgres";

	/** All or nothing, and nothing new for a batch id that exists with the same tasks. */
	submit(batch: NewBatch, tasks: readonly NewTask[]): Promise<void>;
	batches(): Promise<readonly Batch[]>;
	batch(id: string): Promise<Batch | undefined>;

	/** Takes up to `count` tasks: highest priority first, then oldest. None of a paused batch, none of a newer format. */
	claim(worker: WorkerFacts, count: number): Promise<readonly Claim[]>;
	/** Keeps leases, tells which are lost and what somebody asked of the tasks. A worker calls it every third of `leaseMs`. */
	renew(worker: string, leases: readonly Lease[]): Promise<readonly Renewal[]>;
	/** What finished turns left behind. `false`: the lease is lost, stop before anything leaves the machine. */
	record(lease: Lease, progress: TaskProgress, state?: "running" | "waiting"): Promise<boolean>;
	/**
	 * Marks that the change is about to leave the machine. From then on the task can no longer be cancelled; one that was cancelled
	 * before must not be delivered.
	 */
	beginDelivery(lease: Lease, progress: TaskProgress): Promise<"begun" | "cancelled" | "lost">;
	/** Gives how the task ended: one that was cancelled meanwhile ends so, whatever came of it. */
	settle(lease: Lease, state: FinalState, result: TaskResult): Promise<FinalState | "lost">;
	/** Back to the queue, unharmed; it does not count as a loss. */
	handBack(lease: Lease): Promise<boolean>;
	/** Frees at once what a worker had that is known to be dead, instead of when its leases expire. Counts as a loss. */
	abandon(worker: string): Promise<number>;
	/** Ends the registration of a worker that drained. */
	leave(worker: string): Promise<void>;
	workers(): Promise<readonly WorkerRow[]>;

	task(id: string): Promise<Task | undefined>;
	/** By unique prefix of the id, or by name. */
	find(text: string): Promise<readonly Task[]>;
	list(filter: TaskFilter): Promise<TaskPage>;
	counts(
		batch?: string,
	): Promise<Readonly<Record<TaskState, number>> & { readonly usd: number; readonly tokens: number }>;

	/**
	 * How many tasks it concerned; each of them ends as cancelled. A queued task does so at once, a running one hears of it with its next
	 * renewal. One whose delivery has begun is left alone.
	 */
	cancel(filter: TaskFilter): Promise<number>;
	/** Failed and cancelled tasks again, from their last finished turn, or from the start. */
	retry(filter: TaskFilter, from: "last-turn" | "start"): Promise<number>;
	pause(filter: TaskFilter): Promise<number>;
	resume(filter: TaskFilter): Promise<number>;
	/** For the owner of a task, in order; delivered with renewals until acknowledged. */
	send(taskId: string, message: TaskMessage): Promise<boolean>;
	acknowledge(lease: Lease, messageIds: readonly number[]): Promise<void>;

	/** One bucket per provider account for all machines: gives the time to wait before one more request. 0: go. */
	admit(account: string, request: AdmitRequest): Promise<Admission>;
	/** What the request took in the end. A 429 or an overload slows all machines until `blockedMs` from now. */
	report(account: string, outcome: RequestOutcome): Promise<void>;

	/** Removes final tasks (and batches that are empty then) that ended before a time of the engine's clock, and names their blobs' prefixes. */
	gc(olderThanMs: number): Promise<readonly string[]>;
}

export interface NewBatch {
	readonly id: string;
	readonly name: string;
	readonly limits: BatchLimits;
}

export interface BatchLimits {
	readonly usd?: number;
	/** Of all batches together, in a calendar day of UTC; the lowest that any unfinished batch has. */
	readonly usdPerDay?: number;
	/** By provider account, `*` for all: what all machines together may send in a minute. */
	readonly perMinute?: Readonly<Record<string, { readonly requests?: number; readonly tokens?: number }>>;
}

export interface Batch extends NewBatch {
	readonly createdAt: number;
	readonly isPaused: boolean;
	readonly tasks: number;
	/** Paid and reserved. */
	readonly usd: number;
}

export interface NewTask {
	readonly id: string;
	readonly name: string;
	readonly spec: TaskSpec;
	readonly format: number;
	readonly priority: number;
}

export interface WorkerFacts {
	/** Unique per process. */
	readonly id: string;
	readonly host: string;
	readonly pid: number;
	readonly slots: number;
	/** The newest format of tasks that it understands. */
	readonly format: number;
	readonly version: string;
}

export interface WorkerRow extends WorkerFacts {
	readonly seenAt: number;
	readonly running: number;
}

/** The right to write on a task. */
export interface Lease {
	readonly task: string;
	readonly fence: number;
}

export interface Claim extends Lease {
	readonly value: Task;
	readonly leaseMs: number;
}

export interface Renewal extends Lease {
	readonly isHeld: boolean;
	readonly isCancelled: boolean;
	readonly isPaused: boolean;
	readonly messages: ReadonlyArray<TaskMessage & { readonly id: number }>;
	/** Somebody watches it and can answer questions. */
	readonly isAttended: boolean;
}

export type TaskMessage =
	| { readonly kind: "steer"; readonly text: string }
	| { readonly kind: "answer"; readonly question: string; readonly value: string }
	/** Somebody is watching, for the next 30 s. */
	| { readonly kind: "attend" };

export interface TaskFilter {
	readonly batch?: string;
	readonly ids?: readonly string[];
	readonly states?: readonly TaskState[];
	/** In name, repository or message. */
	readonly text?: string;
	readonly limit?: number;
	/** `next` of the page before. */
	readonly after?: string;
}

export interface TaskPage {
	readonly tasks: readonly Task[];
	readonly next?: string;
	/** Of all pages. */
	readonly total: number;
}

export interface AdmitRequest {
	readonly lease: Lease;
	readonly batch: string;
	/** The most it can take. */
	readonly tokens: number;
	readonly usd: number;
	/** Names the reservation. The same key again is the same reservation. */
	readonly key: string;
}

export type Admission =
	| { readonly kind: "go" }
	| { readonly kind: "wait"; readonly ms: number; readonly reason: string }
	/** A cap that waiting does not help; `day` ends with the day. */
	| { readonly kind: "refused"; readonly cap: "batch" | "day"; readonly message: string }
	| { readonly kind: "lost" };

export interface RequestOutcome {
	readonly key: string;
	readonly tokens: number;
	readonly usd: number;
	readonly blockedMs?: number;
}
