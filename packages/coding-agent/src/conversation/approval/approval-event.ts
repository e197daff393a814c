import type { ApprovalMode } from "./approval-mode.ts";

/** Around each question about a call. */
export type ApprovalEvent =
	| {
			type: "tool_approval_requested";
			toolCallId: string;
			toolName: string;
			approvalMode: ApprovalMode;
			reason?: string;
	  }
	| { type: "tool_approval_resolved"; toolCallId: string; toolName: string; approved: boolean; reason?: string };
