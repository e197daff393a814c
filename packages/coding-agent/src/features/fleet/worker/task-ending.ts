import type { FleetQueue } from "@oh-my-pi/pi-fleet/contract/fleet-queue";
import type { TaskResult } from "@oh-my-pi/pi-fleet/contract/task";
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
		if (reason.why === "cancelled") return this.#settle("cancelled", { ...this.#leftBehind(), message: "Cancelled." });
		const isOurs = await this.#persist(() => this.#queue.handBack(this.#lease));
		return isOurs ? { type: "task_end", task: this.#lease.task, state: "queued" } : this.lost;
	}

	async #settle(state: "done" | "failed" | "cancelled", result: TaskResult): Promise<TaskEnd> {
		const isOurs = await this.#persist(() => this.#queue.settle(this.#lease, state, result));
		return isOurs ? { type: "task_end", task: this.#lease.task, state, result } : this.lost;
	}

	async #persist(work: () => Promise<boolean>): Promise<boolean> {
		try {
			return await this.#shipper.persist("The queue", work);
		} catch (error) {
			if (error instanceof TaskStopped) return false;
			throw error;
		}
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
