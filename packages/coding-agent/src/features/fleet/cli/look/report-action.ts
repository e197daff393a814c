import { resolve } from "node:path";
import type { Task } from "@oh-my-pi/pi-fleet/contract/task";
import { atomicWrite } from "@oh-my-pi/pi-utils/files/atomic-write";
import { collectEvidence } from "../../report/collect-evidence.ts";
import { reportPage } from "../../report/report-page.ts";
import { allTasks, filterFlags, requireBatch } from "../shared/find-targets.ts";
import { type FleetAction, printJson, singleWord, textFlag, wantsJson } from "../shared/fleet-action.ts";
import { openFleet } from "../shared/open-fleet.ts";

/** One HTML file with every task of a batch. */
export const reportAction: FleetAction = async (invocation) => {
	const { io, args, host } = invocation;
	await using fleet = await openFleet(invocation);
	const batch = await requireBatch(fleet.queue, singleWord(invocation, "the batch") ?? textFlag(invocation, "batch"));
	const { reasons, ...filter } = filterFlags(args);
	const tasks: Task[] = [];
	for await (const task of allTasks(fleet.queue, { ...filter, batch: batch.id }))
		if (!reasons || (task.result?.reason !== undefined && reasons.includes(task.result.reason))) tasks.push(task);
	const page = reportPage({
		batch,
		now: fleet.host.now(),
		tasks: await collectEvidence(tasks, await fleet.store(tasks[0])),
	});
	const output = textFlag(invocation, "output") ?? `fleet-${batch.name.replace(/[^\w.-]+/g, "-")}.html`;
	if (output === "-") {
		await io.stdout.write(page);
		return 0;
	}
	const path = resolve(host.cwd, output);
	await atomicWrite(path, page, { mode: 0o644 });
	if (wantsJson(invocation)) await printJson(invocation, { batch: batch.id, tasks: tasks.length, file: path });
	else await io.stdout.write(`${path}\n`);
	return 0;
};
