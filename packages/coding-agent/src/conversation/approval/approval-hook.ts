import { type Hook, hookOrder } from "../hooks/hook.ts";
import type { LiveContext } from "../hooks/live-context.ts";
import type { ApprovalGate } from "./approval-gate.ts";

/** Checks the calls of one conversation at a gate that conversations share. */
export function approvalHook(gate: ApprovalGate, live: LiveContext, parentId?: string): Hook {
	let sessionId = live.log.id;
	return {
		name: "approval",
		order: hookOrder.approval,
		approveToolCall: (request) => gate.approve({ ...request, emit: live.emit, ...(parentId && { agent: live.id }) }),
		onHistoryReplaced() {
			// Permissions "for this session" end with the session of the main conversation.
			if (live.log.id !== sessionId && parentId === undefined) gate.forgetSession();
			sessionId = live.log.id;
		},
	};
}
