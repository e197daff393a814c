import type { Batch, WorkerRow } from "@oh-my-pi/pi-fleet/contract/fleet-queue";
import { foreignText } from "../../../../process/terminal/terminal-text.ts";
import { countOf, money } from "../../text/money.ts";
import { alignColumns } from "../../text/task-text.ts";
import type { Counts } from "../../watch/fleet-feed.ts";
import { requireBatch } from "../shared/find-targets.ts";
import {
	type FleetAction,
	type FleetInvocation,
	printJson,
	singleWord,
	textFlag,
	wantsJson,
} from "../shared/fleet-action.ts";
import { type OpenFleet, openFleet } from "../shared/open-fleet.ts";
import { openLiveView } from "../shared/open-live-view.ts";

/** How far the batches are, and who works on them. */
export const statusAction: FleetAction = async (invocation) => {
	await using fleet = await openFleet(invocation);
	const word = singleWord(invocation, "the batch") ?? textFlag(invocation, "batch");
	const batch = word === undefined ? undefined : await requireBatch(fleet.queue, word);
	if (invocation.args.flags.has("watch")) return await watch(invocation, fleet, batch?.id);
	const batches = batch ? [batch] : await fleet.queue.batches();
	const rows = await Promise.all(
		batches.map(async (one) => ({ batch: one, counts: await fleet.queue.counts(one.id) })),
	);
	const workers = await fleet.queue.workers();
	if (wantsJson(invocation))
		await printJson(invocation, {
			engine: fleet.queue.engine,
			batches: rows.map(({ batch: one, counts }) => ({ ...one, counts })),
			workers,
		});
	else await invocation.io.stdout.write(foreignText(invocation.io.stdout, statusText(rows, workers, fleet.host.now())));
	return 0;
};

function statusText(
	rows: ReadonlyArray<{ readonly batch: Batch; readonly counts: Counts }>,
	workers: readonly WorkerRow[],
	now: number,
): string {
	const batches = rows.map(({ batch, counts }) => [
		batch.id,
		batch.name,
		`${counts.done}/${batch.tasks} done`,
		[
			...(counts.running > 0 ? [`${counts.running} running`] : []),
			...(counts.waiting > 0 ? [`${counts.waiting} waiting for an answer`] : []),
			...(counts.queued > 0 ? [`${counts.queued} queued`] : []),
			...(counts.failed > 0 ? [`${counts.failed} failed`] : []),
			...(counts.cancelled > 0 ? [`${counts.cancelled} cancelled`] : []),
			...(batch.isPaused ? ["paused"] : []),
		].join(", "),
		`${money(counts.usd)}${batch.limits.usd === undefined ? "" : ` of ${money(batch.limits.usd)}`}`,
	]);
	const working = workers.map(({ id, host, pid, slots, running, version, seenAt }) => [
		`${host}:${pid}`,
		`${running} of ${countOf(slots, "slot")}`,
		`omp ${version}`,
		`seen ${Math.max(0, Math.round((now - seenAt) / 1000))} s ago`,
		id,
	]);
	return [
		...(batches.length === 0 ? ["No batches."] : alignColumns(batches)),
		"",
		...(working.length === 0 ? ["No workers."] : alignColumns(working)),
		"",
	].join("\n");
}

/** Until the batch is done, or the user has seen enough. */
async function watch(invocation: FleetInvocation, fleet: OpenFleet, batch: string | undefined): Promise<number> {
	const view = await openLiveView(invocation, fleet, { batch });
	if (view) {
		await view.closed;
		await view[Symbol.asyncDispose]();
		return 0;
	}
	let last = "";
	for (;;) {
		const counts = await fleet.queue.counts(batch);
		const line = `${counts.done} done, ${counts.failed} failed, ${counts.cancelled} cancelled, ${counts.running} running, ${counts.waiting} waiting, ${counts.queued} queued, ${money(counts.usd)}\n`;
		if (line !== last) await invocation.io.stdout.write(line);
		last = line;
		if (counts.queued + counts.running + counts.waiting === 0) return 0;
		await Bun.sleep(1000);
	}
}
