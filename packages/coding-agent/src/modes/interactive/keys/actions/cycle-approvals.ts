import type { DialogPort, NoticePort, SubmitPort, WorkPort } from "../../../../commands/screen-ports.ts";
import { confirmDialog } from "../../../../dialogs/confirm-dialog.ts";
import { type ApprovalMode, approvalModeWords } from "../../../../settings/approval-mode.ts";
import { approvalSettings } from "../../../../settings/sections/approval.ts";
import { planSettings } from "../../../../settings/sections/plan.ts";
import type { OpenedConversation } from "../../../../workbench/opened-conversation.ts";
import { always, type SessionPort } from "./action.ts";

type CyclePorts = SessionPort & DialogPort & NoticePort & SubmitPort & WorkPort;

/** Goes to the next mode until omp ends; what is saved stays. From strict to loose, with plan mode before the one that never asks. */
export const cycleApprovals = always<CyclePorts>((ports) => {
	const { session, submit, attempt } = ports;
	const mode = session.settings.get(approvalSettings.approvalMode);
	if (session.plan.isActive) void attempt(() => offerYolo(ports));
	else if (mode === "always-ask") use("write", ports);
	else if (mode === "yolo") use("always-ask", ports);
	else if (canPlan(session)) void submit("/plan");
	else void attempt(() => offerYolo(ports));
});

function use(mode: ApprovalMode, { session: { settings }, notify }: SessionPort & NoticePort): void {
	settings.override(approvalSettings.approvalMode, mode);
	notify("info", `Approvals for this run: ${approvalModeWords[mode].sentence.toLowerCase()} (${mode})`);
}

function canPlan({ settings, goal }: Pick<OpenedConversation, "settings" | "goal">): boolean {
	return settings.get(planSettings.enabled) && goal.goal?.status !== "active";
}

async function offerYolo(ports: CyclePorts): Promise<void> {
	const { session, ask, submit } = ports;
	const isWanted = await ask(
		confirmDialog({
			title: "Never ask?",
			question: "Every command and every edit of the model would run at once, until omp ends.",
			yes: "Never ask (yolo)",
			no: "Ask all (always-ask)",
			isDestructive: true,
		}),
	);
	if (isWanted === undefined) return;
	if (session.plan.isActive) await submit("/plan");
	use(isWanted ? "yolo" : "always-ask", ports);
}
