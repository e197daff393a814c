import { CliError, UsageError } from "../../../../process/usage-error.ts";
import { requireTask } from "../shared/find-targets.ts";
import { type FleetAction, singleWord } from "../shared/fleet-action.ts";
import { openFleet } from "../shared/open-fleet.ts";
import { openLiveView } from "../shared/open-live-view.ts";

/** Watches a task, steers it and answers its questions. */
export const attachAction: FleetAction = async (invocation) => {
	const word = singleWord(invocation, "the task");
	if (word === undefined) throw new UsageError("which task? omp fleet attach TASK");
	await using fleet = await openFleet(invocation);
	const task = await requireTask(fleet.queue, word);
	const view = await openLiveView(invocation, fleet, { batch: task.batch, task });
	if (!view) throw new CliError("attach needs a terminal. To read along without one: omp fleet logs -f");
	await view.closed;
	await view[Symbol.asyncDispose]();
	return 0;
};
