import type { Hook } from "./hook.ts";
import { hookOrder } from "./hook-order.ts";

function queuedMessages(name: string, order: number): Hook {
	return { name, order, settle: (run) => (run.hasQueuedMessages ? "continue" : "pass") };
}

/** Messages queued while a run was ending start the next one; checked again after compaction, which takes time. */
export const queueHooks: readonly Hook[] = [
	queuedMessages("queued-messages", hookOrder.queuedMessages),
	queuedMessages("queued-meanwhile", hookOrder.queuedMeanwhile),
];
