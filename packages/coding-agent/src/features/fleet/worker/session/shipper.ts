import type { BlobStore } from "@oh-my-pi/pi-fleet/contract/blob-store";
import { FleetError } from "@oh-my-pi/pi-fleet/contract/fleet-error";
import type { FleetQueue } from "@oh-my-pi/pi-fleet/contract/fleet-queue";
import type { BlobReference, TaskProgress } from "@oh-my-pi/pi-fleet/contract/task";
import { sleep } from "@oh-my-pi/pi-utils/abort";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { TaskFailure, TaskStopped } from "../contract/task-failure.ts";
import type { HeldLease } from "../lease/held-lease.ts";
import type { Segment } from "./session-segments.ts";

export interface ShipperPorts {
	readonly queue: FleetQueue;
	readonly store: BlobStore;
	readonly lease: HeldLease;
	readonly onRecorded: (progress: TaskProgress) => void;
	readonly onProblem: (message: string) => void;
}

/** What a finished turn left behind. */
export interface FinishedTurn {
	readonly segment: Segment | undefined;
	/** Absent where the files are as they were at the turn before. */
	readonly patch: Uint8Array | undefined;
	readonly facts: ProgressFacts;
}

/** What changes; `undefined` removes it. */
export type ProgressFacts = { readonly [Fact in keyof TaskProgress]?: TaskProgress[Fact] | undefined };

const firstPauseMs = 200;
const longestPauseMs = 10_000;

/** Brings finished turns to the store and records them, one after the other, beside the work on the next. */
export class Shipper {
	readonly #ports: ShipperPorts;
	#progress: TaskProgress;
	#last: Promise<void> = Promise.resolve();
	#objects = 0;

	constructor(ports: ShipperPorts, progress: TaskProgress) {
		this.#ports = ports;
		this.#progress = progress;
	}

	/** As it is recorded. */
	get progress(): TaskProgress {
		return this.#progress;
	}

	ship(turn: FinishedTurn): Promise<void> {
		return this.#inOrder(async () => {
			const log = [...(turn.segment?.isRestart ? [] : this.#progress.log)];
			if (turn.segment) log.push(await this.put("log", turn.segment.bytes));
			const changes = turn.patch && turn.patch.length > 0 ? await this.put("changes", turn.patch) : undefined;
			await this.#record({ ...turn.facts, log, ...(turn.patch && { changes }) });
		});
	}

	/** Facts alone. */
	note(facts: ProgressFacts, state?: "running" | "waiting"): Promise<void> {
		return this.#inOrder(() => this.#record(facts, state));
	}

	/** Before anything leaves the machine. Throws where the task was cancelled, or is somebody else's. */
	announce(delivering: NonNullable<TaskProgress["delivering"]>): Promise<void> {
		return this.#inOrder(async () => {
			const { queue, lease, onRecorded } = this.#ports;
			const progress = { ...this.#progress, delivering: { ...delivering, fence: lease.fence } };
			const answer = await this.persist("The queue", () => queue.beginDelivery(lease, progress));
			if (answer === "lost") lease.lose();
			if (answer !== "begun") throw new TaskStopped(answer);
			this.#progress = progress;
			onRecorded(progress);
		});
	}

	/** Everything is recorded, or somebody else owns the task. */
	drained(): Promise<void> {
		return this.#last;
	}

	/** Tried again while the store does not answer and the lease is held. */
	async put(name: string, content: Uint8Array): Promise<BlobReference> {
		const { store, lease } = this.#ports;
		const key = `tasks/${lease.task}/${lease.fence}/${name}-${++this.#objects}`;
		return this.persist("The store", () => store.put(key, content, lease.signal));
	}

	async #record(facts: ProgressFacts, state?: "running" | "waiting"): Promise<void> {
		const { queue, lease, onRecorded } = this.#ports;
		const merged = Object.entries({ ...this.#progress, ...facts }).filter(([, value]) => value !== undefined);
		const progress = Object.fromEntries(merged) as unknown as TaskProgress;
		const isOurs = await this.persist("The queue", () => queue.record(lease, progress, state));
		if (!isOurs) {
			lease.lose();
			throw new TaskStopped("lost");
		}
		this.#progress = progress;
		onRecorded(progress);
	}

	/** A queue or store that is away for a while is waited for; nothing of the task is lost by that. */
	async persist<Value>(what: string, work: () => Promise<Value>): Promise<Value> {
		const { lease, onProblem } = this.#ports;
		for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
			if (lease.signal.aborted) throw new TaskStopped("lost");
			try {
				return await work();
			} catch (error) {
				if (lease.signal.aborted) throw new TaskStopped("lost");
				if (error instanceof FleetError && error.kind === "too-large") throw new TaskFailure("artifact", error.message);
				if (!(error instanceof FleetError) || !["unreachable", "full"].includes(error.kind)) throw error;
				onProblem(`${what} is tried again: ${errorMessage(error)}`);
				await sleep(pauseMs, { signal: lease.signal }).catch(() => {});
			}
		}
	}

	#inOrder(work: () => Promise<void>): Promise<void> {
		const mine = this.#last.then(work);
		this.#last = mine;
		// Whoever waits for the end of the task sees it.
		mine.catch(() => {});
		return mine;
	}
}
