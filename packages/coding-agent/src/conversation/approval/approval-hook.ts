import type { ConversationEvent } from "../event/event.ts";
import type { Hook } from "../hooks/hook.ts";
import { hookOrder } from "../hooks/hook-order.ts";
import type { LiveContext } from "../hooks/live-context.ts";
import type { ApprovalGate } from "./approval-gate.ts";

/** Checks the calls of one conversation at a gate that conversations share. */
export function approvalHook(
	gate: ApprovalGate,
	live: LiveContext,
	{ parentId }: { readonly parentId?: string | undefined } = {},
): Hook {
	let sessionId = live.log.id;
	/** Recorded, so that a call that nobody has approved is not taken for one that ran when omp is killed. */
	const emit = (event: ConversationEvent) => {
		if (event.type === "tool_approval_requested" || event.type === "tool_approval_resolved") {
			const { type, toolCallId, toolName } = event;
			live.log.appendCustomEntry(type, { toolCallId, toolName });
		}
		return live.emit(event);
	};
	return {
		name: "approval",
		order: hookOrder.approval,
		approveToolCall: (request) => gate.approve({ ...request, emit, ...(parentId && { agent: live.id }) }),
		onHistoryReplaced() {
			// Permissions "for this session" end with the session of the main conversation.
			if (live.log.id !== sessionId && parentId === undefined) gate.forgetSession();
			sessionId = live.log.id;
		},
	};
}
