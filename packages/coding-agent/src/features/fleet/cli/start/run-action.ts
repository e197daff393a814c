import { UsageError } from "../../../../process/usage-error.ts";
import { readPlan } from "../../plan/read-plan.ts";
import { fleetSettings } from "../../settings/fleet-settings.ts";
import { requireBatch } from "../shared/find-targets.ts";
import { countFlag, type FleetAction, singleWord, textFlag } from "../shared/fleet-action.ts";
import { openFleet } from "../shared/open-fleet.ts";
import { confirmStart } from "./confirm-start.ts";
import { runBatch } from "./run-batch.ts";
import { submitPlan } from "./submit-plan.ts";

/** Queue, workers and a live view in one process, until the batch is done. */
export const runAction: FleetAction = async (invocation) => {
	const { host } = invocation;
	const file = singleWord(invocation, "the task file");
	const named = textFlag(invocation, "batch");
	if ((file === undefined) === (named === undefined))
		throw new UsageError("which tasks? omp fleet run FILE, or omp fleet run --batch BATCH");
	const workers = countFlag(invocation, "workers", 256);
	const plan = file === undefined ? undefined : await readPlan(file, host);
	await using fleet = await openFleet(invocation);
	const slots = workers ?? fleet.settings.get(fleetSettings.slots);
	if (!plan) {
		const batch = await requireBatch(fleet.queue, named);
		if (batch.isPaused) await fleet.queue.resume({ batch: batch.id });
		return await runBatch(invocation, fleet, { batch: batch.id, slots });
	}
	const { queued } = await fleet.queue.counts();
	if (!(await confirmStart(invocation, fleet, plan, queued))) return 1;
	const batch = await submitPlan(fleet, plan);
	return await runBatch(invocation, fleet, { batch: batch.id, slots });
};
