import type { DialogPort, NoticePort, SubmitPort, WorkPort } from "../../../../commands/contract/screen-ports.ts";
import { confirmDialog } from "../../../../dialogs/confirm-dialog.ts";
import { type ApprovalMode, approvalModeWords } from "../../../../settings/approval-mode.ts";
import { approvalSettings } from "../../../../settings/sections/agent/approval.ts";
import { always, type SessionPort } from "./action.ts";

type CyclePorts = SessionPort & DialogPort & NoticePort & SubmitPort & WorkPort;

/** Goes to the next mode until omp ends; what is saved stays. From strict to loose, with the work mode that the user can enter (plan mode) before the one that never asks. */
export const cycleApprovals = always<CyclePorts>((ports) => {
	const { session, submit, attempt } = ports;
	const mode = session.settings.get(approvalSettings.approvalMode);
	const { workModes } = session.workbench.features;
	if (workModes.some((one) => one.isActive(session))) void attempt(() => offerYolo(ports));
	else if (mode === "always-ask") use("write", ports);
	else if (mode === "write") use("auto", ports);
	else if (mode === "yolo") use("always-ask", ports);
	else {
		const next = workModes.find((one) => one.isOffered(session) && one.whyRefused(session) === undefined);
		void (next ? submit(next.command) : attempt(() => offerYolo(ports)));
	}
});

function use(mode: ApprovalMode, { session: { settings }, notify }: SessionPort & NoticePort): void {
	settings.override(approvalSettings.approvalMode, mode);
	notify("info", `Approvals for this run: ${approvalModeWords[mode].sentence.toLowerCase()} (${mode})`);
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
	const left = session.workbench.features.workModes.find((one) => one.isActive(session));
	if (left) await submit(left.command);
	use(isWanted ? "yolo" : "always-ask", ports);
}
