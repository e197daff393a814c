import { UsageError } from "../../../../process/usage-error.ts";
import { costBound } from "../../plan/cost-bound.ts";
import { costWords, missingWords } from "../../plan/plan-text.ts";
import { readPlan } from "../../plan/read-plan.ts";
import { countOf } from "../../text/money.ts";
import { type FleetAction, printJson, singleWord, wantsJson } from "../shared/fleet-action.ts";
import { openFleet } from "../shared/open-fleet.ts";
import { confirmStart } from "./confirm-start.ts";
import { submitPlan } from "./submit-plan.ts";

/** Puts tasks into the queue; workers do them. */
export const submitAction: FleetAction = async (invocation) => {
	const { host, io } = invocation;
	const file = singleWord(invocation, "the task file");
	if (file === undefined) throw new UsageError("which file? omp fleet submit FILE");
	const plan = await readPlan(file, host);
	await using fleet = await openFleet(invocation);
	if (!(await confirmStart(invocation, fleet, plan, 0))) return 1;
	if (plan.missing.length > 0) await io.stderr.write(`${missingWords(plan.missing)}\n`);
	const batch = await submitPlan(fleet, plan);
	if (fleet.queue.engine === "postgres" && fleet.storeAddress.includes(" of "))
		await io.stderr.write(
			`The store is a folder of this machine alone (${fleet.storeAddress}): workers elsewhere refuse these tasks. Set OMP_FLEET_STORE to one that all reach\n`,
		);
	if (wantsJson(invocation)) await printJson(invocation, { batch: batch.id, name: batch.name, tasks: batch.tasks });
	else {
		await io.stdout.write(`${batch.id}\n`);
		await io.stderr.write(
			`${batch.name}: ${countOf(batch.tasks, "task")} in the queue. Cost: ${costWords(costBound(plan), batch.tasks)}\nWatch: omp fleet status ${batch.id} --watch\n`,
		);
	}
	return 0;
};
