import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { isSettled, type Job, type JobType } from "./job.ts";

export interface JobWork {
	readonly type: JobType;
	readonly label: string;
	readonly ownerId: string;
	/** For tasks and processes, whose name is given; commands are numbered. */
	readonly id?: string;
	/** It goes on after its owner ends. */
	readonly outlives?: boolean;
	/** It waits for its turn until it calls `begin`, and does not count as running until then. */
	readonly isQueued?: boolean;
	run(controls: JobControls): Promise<JobOutcome>;
}

export interface JobControls {
	readonly id: string;
	/** Fires when the job is cancelled, with the reason `ownerEnded` when it is because its owner ends. */
	readonly signal: AbortSignal;
	/** Shows the whole state so far, not what was added. */
	report(progress: string): void;
	/** A queued job has its turn. */
	begin(): void;
}

export interface JobOutcome {
	readonly text: string;
	readonly isError: boolean;
	/** For those who keep the result, such as what it cost. */
	readonly details?: Readonly<Record<string, unknown>>;
}

export interface JobBoardOptions {
	readonly now: () => number;
	/** From 1 to 100. */
	readonly maxJobs?: number;
	/** Gets each settled job that nobody has seen yet, once. `isRead` says whether its result was read by other means since. */
	readonly onResult?: (job: Job, isRead: () => boolean) => void;
}

/** There are as many jobs as there may be. */
export class JobsFullError extends Error {
	override readonly name = "JobsFullError";
}

/** Why the jobs of a conversation that ends are aborted. */
export const ownerEnded = "owner ended";

/** How long a settled job can still be asked for. */
const keepMs = 5 * 60_000;

/** The jobs of a process: who runs, what came of it, and who has been told. */
export class JobBoard implements AsyncDisposable {
	readonly #options: JobBoardOptions;
	readonly #entries = new Map<string, Entry>();
	readonly #listeners = new Set<() => void>();
	#count = 0;

	constructor(options: JobBoardOptions) {
		this.#options = options;
	}

	/** Begins at once. Throws `JobsFullError` when there is no room. */
	start(work: JobWork): Job {
		this.#forgetOld();
		const { type, label, ownerId } = work;
		const running = [...this.#entries.values()].filter(({ job }) => !isSettled(job) && !job.queued).length;
		const maxJobs = Math.min(Math.max(this.#options.maxJobs ?? 100, 1), 100);
		if (running >= maxJobs && !work.isQueued)
			throw new JobsFullError(`${maxJobs} background jobs are running; wait for one or cancel it`);
		const id = work.id ?? `bg_${++this.#count}`;
		const controller = new AbortController();
		const job: Job = {
			id,
			type,
			label,
			ownerId,
			status: "running",
			startedAt: this.#options.now(),
			...(work.isQueued && { queued: true as const }),
			...(work.outlives && { outlives: true as const }),
		};
		const entry: Entry = { job, controller, done: Promise.resolve(), isSeen: false, isRead: false, watchers: 0 };
		// The newest is last, also under a name that was used before.
		this.#entries.delete(id);
		this.#entries.set(id, entry);
		entry.done = this.#run(entry, work);
		return job;
	}

	/** The owner's jobs, oldest first, settled ones for a while. */
	list(ownerId: string): Job[] {
		this.#forgetOld();
		return [...this.#entries.values()].map(({ job }) => job).filter((job) => job.ownerId === ownerId);
	}

	/** Whether a result is to come; a process that is kept running has none. */
	hasRunning(ownerId: string): boolean {
		return this.list(ownerId).some((job) => !isSettled(job) && job.type !== "process");
	}

	/** Whether no job that runs, of whatever owner, has this id. */
	isFree(id: string): boolean {
		const entry = this.#entries.get(id);
		return !entry || isSettled(entry.job);
	}

	find(id: string, ownerId: string): Job | undefined {
		return this.list(ownerId).find((job) => job.id === id);
	}

	/** Ends a job and waits until it has; `undefined` when there is none, unchanged when it has settled. */
	async cancel(id: string, ownerId: string): Promise<Job | undefined> {
		if (!this.find(id, ownerId)) return undefined;
		const entry = this.#entries.get(id);
		entry?.controller.abort();
		await entry?.done;
		return entry?.job;
	}

	/** Whoever has read the result need not be told of it. */
	markSeen(ids: readonly string[]): void {
		for (const id of ids) {
			const entry = this.#entries.get(id);
			if (entry) {
				entry.isSeen = true;
				entry.isRead = true;
			}
		}
	}

	/** Gives jobs to another owner; those that have settled unseen are announced to it. */
	reassign(ownerId: string, newOwnerId: string, isMeant: (job: Job) => boolean = () => true): void {
		for (const entry of this.#entries.values()) {
			if (entry.job.ownerId !== ownerId || !isMeant(entry.job)) continue;
			entry.job = { ...entry.job, ownerId: newOwnerId };
			this.#announce(entry);
		}
		this.#changed();
	}

	/** While a job is watched its result is not announced; afterwards it is, unless it was marked as seen. */
	watch(ids: readonly string[]): Disposable {
		const entries = ids.flatMap((id) => this.#entries.get(id) ?? []);
		for (const entry of entries) entry.watchers++;
		return {
			[Symbol.dispose]: () => {
				for (const entry of entries) {
					entry.watchers--;
					this.#announce(entry);
				}
			},
		};
	}

	/** Called whenever a job settles or shows something new. */
	onChange(listener: () => void): Disposable {
		this.#listeners.add(listener);
		return { [Symbol.dispose]: () => this.#listeners.delete(listener) };
	}

	/** Ends an owner's jobs, all when none is named, without telling anyone. */
	async endAll(ownerId?: string): Promise<void> {
		const entries = [...this.#entries.values()].filter(({ job }) => ownerId === undefined || job.ownerId === ownerId);
		for (const entry of entries) {
			entry.isSeen = true;
			entry.controller.abort(ownerEnded);
		}
		await Promise.all(entries.map(({ done }) => done));
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.endAll();
		this.#entries.clear();
	}

	async #run(entry: Entry, work: JobWork): Promise<void> {
		const { signal } = entry.controller;
		const report = (progress: string) => {
			if (isSettled(entry.job)) return;
			entry.job = { ...entry.job, progress };
			this.#changed();
		};
		const begin = () => {
			const { queued, ...job } = entry.job;
			if (!queued || isSettled(entry.job)) return;
			entry.job = job;
			this.#changed();
		};
		const outcome = await work
			.run({ id: entry.job.id, signal, report, begin })
			.catch((error): JobOutcome => ({ text: errorMessage(error), isError: true }));
		const status = signal.aborted ? "cancelled" : outcome.isError ? "failed" : "completed";
		const outcomeText = status === "completed" ? { resultText: outcome.text } : { errorText: outcome.text };
		const { progress: _, queued: __, ...job } = entry.job;
		entry.job = {
			...job,
			status,
			settledAt: this.#options.now(),
			...outcomeText,
			...(outcome.details !== undefined && { details: outcome.details }),
		};
		this.#changed();
		this.#announce(entry);
	}

	#announce(entry: Entry): void {
		if (!isSettled(entry.job) || entry.isSeen || entry.watchers > 0) return;
		entry.isSeen = true;
		this.#options.onResult?.(entry.job, () => entry.isRead);
	}

	#changed(): void {
		for (const listener of [...this.#listeners]) listener();
	}

	#forgetOld(): void {
		const now = this.#options.now();
		for (const [id, { job }] of this.#entries) {
			if (job.settledAt !== undefined && now - job.settledAt > keepMs) this.#entries.delete(id);
		}
	}
}

interface Entry {
	job: Job;
	readonly controller: AbortController;
	done: Promise<void>;
	isSeen: boolean;
	isRead: boolean;
	watchers: number;
}
