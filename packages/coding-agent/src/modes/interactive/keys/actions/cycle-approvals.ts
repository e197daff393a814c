import type { NoticePort } from "../../../../commands/screen-ports.ts";
import { approvalModeWords, nextApprovalMode } from "../../../../settings/approval-mode.ts";
import { approvalSettings } from "../../../../settings/sections/approval.ts";
import { always, type SessionPort } from "./action.ts";

/** Goes to the next approval mode until omp ends; what is saved stays. */
export const cycleApprovals = always<SessionPort & NoticePort>(({ session: { settings }, notify }) => {
	const mode = nextApprovalMode(settings.get(approvalSettings.approvalMode));
	settings.override(approvalSettings.approvalMode, mode);
	notify("info", `Approvals for this run: ${approvalModeWords[mode].sentence.toLowerCase()} (${mode})`);
});
