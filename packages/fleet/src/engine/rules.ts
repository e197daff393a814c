import type { Batch, BatchLimits, NewBatch, NewTask, TaskFilter } from "../contract/fleet-queue.ts";
import type { TaskProgress, TaskResult } from "../contract/task.ts";

/** A task whose owners died this often in a row, without a finished turn, is given up. */
export const maxLosses = 5;

export const defaultLeaseMs = 30_000;

/** How long somebody who watches a task counts as present. */
export const attendedMs = 30_000;

export const defaultPageSize = 1000;

/** A worker that was not seen for this long is no longer listed. */
export const forgetWorkerMs = 24 * 60 * 60 * 1000;

/** What was paid on a day is kept this long. */
export const keptDays = 40;

const nanosPerUsd = 1e9;

/** Money is kept in billionths of a USD, so that sums are exact. */
export const toNanos = (usd: number): number => Math.round(usd * nanosPerUsd);
export const toUsd = (nanos: number): number => nanos / nanosPerUsd;

/** The calendar day in UTC. */
export const formatDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export const noProgress: TaskProgress = { turns: 0, usd: 0, tokens: 0, log: [], checkRound: 0 };

/** A retry has all rounds of its check again. */
export function resetProgress(progress: TaskProgress, from: "last-turn" | "start"): TaskProgress {
	if (from === "start") return noProgress;
	const { question: _, status: __, live: ___, ...kept } = progress;
	return { ...kept, checkRound: 0 };
}

/** Whether the present owner of a task has begun to deliver it. An earlier one may have, too; then it begins anew. */
export function isDelivering({ fence, progress }: { readonly fence: number; readonly progress: string }): boolean {
	return (JSON.parse(progress) as TaskProgress).delivering?.fence === fence;
}

export function lostResult(worker: string | undefined): TaskResult {
	return {
		reason: "lost",
		message: `${maxLosses} workers died one after the other while they had this task${worker ? `, the last one was ${worker}` : ""}. Look for what kills them (memory, disk), then retry the task.`,
	};
}

export const cancelledResult: TaskResult = { message: "Cancelled." };

/** Of a task that was cancelled before it was delivered: what there is to look at. */
export function withoutDelivery({ summary, patch }: TaskResult): TaskResult {
	return { ...(summary !== undefined && { summary }), ...(patch && { patch }), ...cancelledResult };
}

/** Equal for a batch that is submitted again. */
export function fingerprintBatch(batch: NewBatch, tasks: readonly NewTask[]): string {
	const hash = new Bun.CryptoHasher("sha256");
	hash.update(JSON.stringify([batch.name, batch.limits]));
	for (const { id, name, spec, format, priority } of tasks) {
		hash.update(JSON.stringify([id, name, spec, format, priority]));
	}
	return hash.digest("hex");
}

/** Whether a filter means a whole batch, or all of them, so that the batch itself is paused. */
export function coversBatches(filter: TaskFilter): boolean {
	return !filter.ids && !filter.states && !filter.text;
}

/** What a batch shares with the others: its limits count for all as long as it has unfinished tasks. */
export function hasSharedLimits({ usdPerDay, perMinute }: BatchLimits): boolean {
	return usdPerDay !== undefined || perMinute !== undefined;
}

export interface BatchFields {
	readonly id: string;
	readonly name: string;
	readonly limits: BatchLimits;
	readonly createdAt: number;
	readonly isPaused: boolean;
	readonly tasks: number;
	readonly paidNanos: number;
	readonly reservedNanos: number;
}

export function toBatch({ paidNanos, reservedNanos, ...batch }: BatchFields): Batch {
	return { ...batch, usd: toUsd(paidNanos + reservedNanos) };
}

/** Names of what the store has of a task or a batch. */
export const taskBlobs = (id: string): string => `tasks/${id}/`;
export const batchBlobs = (id: string): string => `batches/${id}/`;

/**
 * What of a turn's cost is new to the caps: requests that were admitted have been counted when they were reported.
 * `counted` is what is left of those.
 */
export function splitCost(costNanos: number, reportedNanos: number): { paid: number; reportedNanos: number } {
	const known = Math.min(Math.max(costNanos, 0), reportedNanos);
	return { paid: Math.max(costNanos, 0) - known, reportedNanos: reportedNanos - known };
}
