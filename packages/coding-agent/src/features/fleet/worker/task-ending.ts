import type { FleetQueue } from "@oh-my-pi/pi-fleet/contract/fleet-queue";
import type { FinalState, TaskResult } from "@oh-my-pi/pi-fleet/contract/task";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { TaskFailure, TaskStopped } from "./contract/task-failure.ts";
import type { WorkerEvent } from "./contract/worker-event.ts";
import type { HeldLease } from "./lease/held-lease.ts";
import type { Shipper } from "./session/shipper.ts";

/** How an attempt ended. */
export type TaskEnd = Extract<WorkerEvent, { type: "task_end" }>;

/** Settles a task or gives it back, as long as it is ours. */
export class TaskEnding {
	/** Last text of the model. */
	summary: string | undefined;
	readonly #queue: FleetQueue;
	readonly #lease: HeldLease;
	readonly #shipper: Shipper;

	constructor(queue: FleetQueue, lease: HeldLease, shipper: Shipper) {
		this.#queue = queue;
		this.#lease = lease;
		this.#shipper = shipper;
	}

	get lost(): TaskEnd {
		return { type: "task_end", task: this.#lease.task, state: "lost" };
	}

	done(result: TaskResult): Promise<TaskEnd> {
		return this.#settle("done", { ...this.#summarized(), ...result });
	}

	/** By the reason for which the work on it stopped. */
	async stopped(reason: unknown): Promise<TaskEnd> {
		if (this.#lease.signal.aborted) return this.lost;
		if (!(reason instanceof TaskStopped)) {
			const failure = reason instanceof TaskFailure ? reason : new TaskFailure("error", errorMessage(reason));
			const { message, evidence } = failure;
			return this.#settle("failed", { ...this.#leftBehind(), ...evidence, reason: failure.reason, message });
		}
		if (reason.why === "lost") return this.lost;
		if (reason.why === "cancelled") {
			return this.#settle("cancelled", { ...this.#leftBehind(), message: this.#cancelledMessage });
		}
		const isOurs = await this.#persist(() => this.#queue.handBack(this.#lease));
		return isOurs ? { type: "task_end", task: this.#lease.task, state: "queued" } : this.lost;
	}

	async #settle(wanted: FinalState, result: TaskResult): Promise<TaskEnd> {
		const state = await this.#persist(() => this.#queue.settle(this.#lease, wanted, result));
		if (state === undefined || state === "lost") return this.lost;
		return { type: "task_end", task: this.#lease.task, state, ...(state === wanted && { result }) };
	}

	/** `undefined` where the lease was lost meanwhile. */
	async #persist<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
		try {
			return await this.#shipper.persist("The queue", work);
		} catch (error) {
			if (error instanceof TaskStopped) return undefined;
			throw error;
		}
	}

	/** An earlier attempt was cut off while it delivered; nobody knows how far it came. */
	get #cancelledMessage(): string {
		const { delivering } = this.#shipper.progress;
		if (delivering === undefined) return "Cancelled.";
		const where = delivering.branch === undefined ? "" : ` to ${delivering.branch}`;
		return `Cancelled. An earlier attempt had begun to deliver${where}: look whether it is there.`;
	}

	/** What there is to look at of a task that has no delivery. */
	#leftBehind(): Pick<TaskResult, "summary" | "patch"> {
		const { changes } = this.#shipper.progress;
		return { ...this.#summarized(), ...(changes && { patch: changes }) };
	}

	#summarized(): Pick<TaskResult, "summary"> {
		return this.summary === undefined ? {} : { summary: this.summary };
	}
}
