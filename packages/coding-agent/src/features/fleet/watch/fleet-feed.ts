import type { Batch, FleetQueue, TaskFilter, WorkerRow } from "@oh-my-pi/pi-fleet/contract/fleet-queue";
import type { Task, TaskState } from "@oh-my-pi/pi-fleet/contract/task";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";

export type Counts = Awaited<ReturnType<FleetQueue["counts"]>>;

export interface BatchProgress {
	readonly batch: Batch;
	readonly counts: Counts;
}

/** What the live table shows, as the queue had it last. */
export interface FleetSnapshot {
	readonly batches: readonly BatchProgress[];
	readonly workers: readonly WorkerRow[];
	/** What is worked on comes first. */
	readonly tasks: readonly Task[];
	/** That the filter leaves, of which `tasks` may be some. */
	readonly total: number;
	/** The queue does not answer. */
	readonly problem?: string;
}

export interface FeedFilter {
	readonly states?: readonly TaskState[] | undefined;
	readonly text?: string | undefined;
}

const emptySnapshot: FleetSnapshot = { batches: [], workers: [], tasks: [], total: 0 };
const active: readonly TaskState[] = ["running", "waiting"];
const inactive: readonly TaskState[] = ["queued", "done", "failed", "cancelled"];
const mostShown = 400;
const mostBatches = 4;

/** Looks at the queue again and again while somebody watches. */
export class FleetFeed {
	readonly #queue: FleetQueue;
	readonly #batch: string | undefined;
	readonly #onChange: () => void;
	#filter: FeedFilter = {};
	#snapshot = emptySnapshot;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#isLooking = false;
	#wantsLook = false;
	#hasEnded = false;

	constructor(queue: FleetQueue, batch: string | undefined, onChange: () => void) {
		this.#queue = queue;
		this.#batch = batch;
		this.#onChange = onChange;
	}

	get snapshot(): FleetSnapshot {
		return this.#snapshot;
	}

	get filter(): FeedFilter {
		return this.#filter;
	}

	setFilter(filter: FeedFilter): void {
		this.#filter = filter;
		this.look();
	}

	/** At once, or right after the look that is under way. */
	look(): void {
		if (this.#hasEnded) return;
		this.#wantsLook = true;
		if (!this.#isLooking) void this.#look();
	}

	end(): void {
		this.#hasEnded = true;
		clearTimeout(this.#timer);
	}

	async #look(): Promise<void> {
		this.#isLooking = true;
		clearTimeout(this.#timer);
		while (this.#wantsLook && !this.#hasEnded) {
			this.#wantsLook = false;
			const startedAt = performance.now();
			try {
				this.#snapshot = await this.#read();
			} catch (error) {
				this.#snapshot = { ...this.#snapshot, problem: errorMessage(error) };
			}
			if (this.#hasEnded) break;
			this.#onChange();
			// A queue that is slow is asked less often.
			const pause = Math.max(everyMs, 4 * (performance.now() - startedAt));
			this.#timer = setTimeout(() => this.look(), pause);
		}
		this.#isLooking = false;
	}

	async #read(): Promise<FleetSnapshot> {
		const queue = this.#queue;
		const batches = await queue.batches();
		const shown =
			this.#batch === undefined
				? newestFirst(batches).slice(0, mostBatches)
				: batches.filter(({ id }) => id === this.#batch);
		const [progress, workers, busy, rest] = await Promise.all([
			Promise.all(shown.map(async (batch) => ({ batch, counts: await queue.counts(batch.id) }))),
			queue.workers(),
			this.#list(active),
			this.#list(inactive),
		]);
		return {
			batches: progress,
			workers,
			tasks: [...busy.tasks, ...rest.tasks].slice(0, mostShown),
			total: busy.total + rest.total,
		};
	}

	async #list(states: readonly TaskState[]) {
		const { states: wanted, text } = this.#filter;
		const left = wanted ? states.filter((state) => wanted.includes(state)) : states;
		if (left.length === 0) return { tasks: [], total: 0 };
		const filter: TaskFilter = {
			states: left,
			limit: mostShown,
			...(this.#batch !== undefined && { batch: this.#batch }),
			...(text && { text }),
		};
		return this.#queue.list(filter);
	}
}

const everyMs = 500;

function newestFirst(batches: readonly Batch[]): readonly Batch[] {
	return [...batches].sort((a, b) => b.createdAt - a.createdAt);
}
