import { basename } from "node:path";
import type { NewTask } from "@oh-my-pi/pi-fleet/contract/fleet-queue";
import { type BlobReference, taskFormat } from "@oh-my-pi/pi-fleet/contract/task";
import type { Plan } from "../../plan/plan.ts";
import type { OpenFleet } from "../shared/open-fleet.ts";
import { newBatchId } from "./batch-id.ts";

export interface SubmittedBatch {
	readonly id: string;
	readonly name: string;
	readonly tasks: number;
}

/** Puts the files of a plan into the store and then its tasks into the queue, all or none. */
export async function submitPlan(
	{ host, queue, store, storeAddress }: Pick<OpenFleet, "host" | "queue" | "store" | "storeAddress">,
	plan: Plan,
): Promise<SubmittedBatch> {
	// Workers have one store for all tasks of their queue.
	const [other] = (await queue.list({ states: ["queued", "running", "waiting"], limit: 1 })).tasks;
	await store(other);
	const id = newBatchId(host);
	const blobs = new Map<string, BlobReference>();
	for (const { from } of plan.tasks.flatMap(({ files }) => files)) {
		if (blobs.has(from)) continue;
		const key = `batches/${id}/files/${blobs.size}-${basename(from).replace(/[^\w.-]+/g, "_")}`;
		blobs.set(from, await (await store()).put(key, Bun.file(from)));
	}
	const digits = Math.max(4, String(plan.tasks.length - 1).length);
	const tasks = plan.tasks.map(({ name, priority, spec, files }, index): NewTask => {
		const brought = files.flatMap(({ from, to }) => {
			const blob = blobs.get(from);
			return blob ? [{ path: to, blob }] : [];
		});
		return {
			id: `${id}-${String(index).padStart(digits, "0")}`,
			name,
			format: taskFormat,
			priority,
			spec: { ...spec, files: brought, store: storeAddress },
		};
	});
	await queue.submit({ id, name: plan.name, limits: plan.limits }, tasks);
	return { id, name: plan.name, tasks: tasks.length };
}
