import { type Hook, hookOrder } from "../hooks/hook.ts";
import type { LiveContext } from "../hooks/live-context.ts";
import type { ApprovalGate } from "./approval-gate.ts";

/** Puts the calls of one conversation through the gate, which others may share. */
export function approvalHook(gate: ApprovalGate, live: LiveContext, parentId?: string): Hook {
	let sessionId = live.log.id;
	return {
		name: "approval",
		order: hookOrder.approval,
		approveToolCall: (request) => gate.approve({ ...request, emit: live.emit, ...(parentId && { agent: live.id }) }),
		onHistoryReplaced() {
			// What was allowed "for this session" ends with the session of the main conversation.
			if (live.log.id !== sessionId && parentId === undefined) gate.forgetSession();
			sessionId = live.log.id;
		},
	};
}
