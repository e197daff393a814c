import { sleep } from "@oh-my-pi/pi-utils/abort";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { RequestOptions } from "./server/request-options.ts";
import type { Params } from "./server/server-config.ts";
import { ServerError } from "./server/server-error.ts";

/** How long the server should keep the result. */
const keptMs = 3600_000;
const minPollMs = 50;
const maxPollMs = 5000;
const usualPollMs = 1000;

/** A tool call as a task: the server works on it after it has answered, and is asked until it is done. */
export async function callAsTask(
	ask: (method: string, params: Params, options: Partial<RequestOptions>) => Promise<Params>,
	call: { readonly name: string; readonly arguments: Params },
	options: Partial<RequestOptions> = {},
): Promise<Params> {
	const { signal, timeoutMs, onProgress } = options;
	const plain = { ...(signal && { signal }), ...(timeoutMs !== undefined && { timeoutMs }) };
	const created = await ask("tools/call", { ...call, task: { ttl: keptMs } }, options);
	// Some servers answer at once all the same.
	if (!isRecord(created.task) || typeof created.task.taskId !== "string") return created;
	let task = created.task;
	const { taskId } = task;
	try {
		for (let count = 1; isWorking(task); count++) {
			if (typeof task.statusMessage === "string") onProgress?.({ progress: count, message: task.statusMessage });
			await sleep(pollMs(task.pollInterval), plain);
			task = await ask("tasks/get", { taskId }, plain);
		}
		if (task.status === "cancelled") throw new ServerError("answer", "The server cancelled the task");
		// Answered when the task is done. A question of the server comes on the way.
		return await ask("tasks/result", { taskId }, { ...plain, timeoutMs: 0 });
	} catch (error) {
		if (signal?.aborted) void ignoreFailure(ask("tasks/cancel", { taskId }, {}), "the server ends it after a while");
		throw error;
	}
}

/** `input_required` is not: the question comes with the result. */
function isWorking({ status }: Params): boolean {
	return status === "working" || status === "submitted";
}

function pollMs(wanted: unknown): number {
	return typeof wanted === "number" ? Math.min(maxPollMs, Math.max(minPollMs, wanted)) : usualPollMs;
}
