import type { FailureReason, TaskResult } from "@oh-my-pi/pi-fleet/contract/task";

/** A task cannot be done, for a reason that people can act on. */
export class TaskFailure extends Error {
	override readonly name = "TaskFailure";

	constructor(
		readonly reason: FailureReason,
		message: string,
		readonly evidence: Partial<TaskResult> = {},
		options?: ErrorOptions,
	) {
		super(message, options);
	}
}

/** Why a worker stops with a task that is not at its end. */
export class TaskStopped extends Error {
	override readonly name = "TaskStopped";

	constructor(readonly why: "lost" | "cancelled" | "hand-back") {
		super(`The task was stopped: ${why}`);
	}
}
