/** A `process` runs until somebody stops it; nobody waits for its result. */
export type JobType = "bash" | "task" | "process";
export type JobStatus = "running" | "completed" | "failed" | "cancelled";

/** Work that goes on while the conversation does; a snapshot of it. */
export interface Job {
	/** `bg_1` and so on for commands, the name for agents and processes. */
	readonly id: string;
	readonly type: JobType;
	readonly status: JobStatus;
	/** It waits for its turn. */
	readonly queued?: true;
	/** It goes on after omp exits. */
	readonly outlives?: true;
	readonly label: string;
	/** The agent that it belongs to, and that sees it. */
	readonly ownerId: string;
	readonly startedAt: number;
	readonly settledAt?: number;
	/** What it has shown so far. */
	readonly progress?: string;
	readonly resultText?: string;
	readonly errorText?: string;
	/** What else is known of the result. */
	readonly details?: Readonly<Record<string, unknown>>;
}

export function isSettled(job: Job): boolean {
	return job.status !== "running";
}

/** What came of it, in words. */
export function outcomeOf(job: Job): string {
	return job.resultText ?? job.errorText ?? "";
}
