import type { FleetQueue, TaskFilter } from "@oh-my-pi/pi-fleet/contract/fleet-queue";
import { CliError, UsageError } from "../../../../process/usage-error.ts";
import { countOf } from "../../text/money.ts";
import { allTasks, filterFlags, findTargets, requireBatch } from "../shared/find-targets.ts";
import { type FleetAction, printJson, textFlag, wantsJson } from "../shared/fleet-action.ts";
import { openFleet } from "../shared/open-fleet.ts";

type Change = (queue: FleetQueue, filter: TaskFilter) => Promise<number>;

export const cancelAction = changeAction("cancel", "cancelled", (queue, filter) => queue.cancel(filter));
export const pauseAction = changeAction("pause", "paused", (queue, filter) => queue.pause(filter));
export const resumeAction = changeAction("resume", "resumed", (queue, filter) => queue.resume(filter));
export const retryAction: FleetAction = (invocation) => {
	const from = invocation.args.flags.has("from-start") ? "start" : "last-turn";
	return changeAction("retry", "back in the queue", (queue, filter) => queue.retry(filter, from))(invocation);
};

function changeAction(name: string, past: string, change: Change): FleetAction {
	return async (invocation) => {
		const { args, words, io } = invocation;
		const batch = textFlag(invocation, "batch");
		const { reasons, ...filter } = filterFlags(args);
		const isAll = args.flags.has("all");
		if (words.length === 0 && batch === undefined && !isAll)
			throw new UsageError(`which tasks? omp fleet ${name} TASK or BATCH, or --all`);
		if (isAll && words.length + (batch === undefined ? 0 : 1) > 0)
			throw new UsageError("--all means every batch; name none beside it");
		await using fleet = await openFleet(invocation);
		const { queue } = fleet;
		const targets = isAll ? [{}] : await findTargets(queue, words);
		const all = batch === undefined ? targets : [...targets, { batch: (await requireBatch(queue, batch)).id }];
		let count = 0;
		for (const target of all) {
			const wanted = { ...target, ...filter };
			count += await change(queue, reasons ? { ids: await withReasons(queue, wanted, reasons) } : wanted);
		}
		if (wantsJson(invocation)) await printJson(invocation, { action: name, tasks: count });
		else if (count > 0) await io.stdout.write(`${countOf(count, "task")} ${past}\n`);
		const late = name === "cancel" ? await countDelivering(queue, all, filter) : 0;
		if (late > 0) await io.stderr.write(`${countOf(late, "task")} left alone: the delivery has begun\n`);
		else if (count === 0 && !wantsJson(invocation)) throw new CliError(`There was nothing to ${name}`);
		return count === 0 ? 1 : 0;
	};
}

/** What can no longer be cancelled. */
async function countDelivering(
	queue: FleetQueue,
	targets: readonly TaskFilter[],
	{ states, ...filter }: Pick<TaskFilter, "states" | "text">,
): Promise<number> {
	const late = new Set<string>();
	for (const target of targets) {
		for await (const task of allTasks(queue, { ...target, ...filter, states: ["running"] }))
			if (task.progress.delivering?.fence === task.fence) late.add(task.id);
	}
	return states && !states.includes("running") ? 0 : late.size;
}

async function withReasons(queue: FleetQueue, filter: TaskFilter, reasons: readonly string[]): Promise<string[]> {
	const ids: string[] = [];
	for await (const { id, result } of allTasks(queue, { ...filter, states: ["failed"] }))
		if (result?.reason && reasons.includes(result.reason)) ids.push(id);
	return ids;
}
