import { selectDialog } from "../../../dialogs/select-dialog.ts";
import { type ApprovalMode, approvalModeWords } from "../../../settings/approval-mode.ts";
import { approvalSettings } from "../../../settings/sections/agent/approval.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import type { DialogPort } from "../../contract/screen-ports.ts";
import type { SetupStep } from "./setup-step.ts";

/** The recommended one first. */
const modes = ["write", "always-ask", "auto", "yolo"] as const satisfies readonly ApprovalMode[];

/** How much omp may do without asking. */
export const approvalStep = {
	since: 1,
	title: "Approvals",
	help: "What may omp do without asking? Alt+K changes it while you work, /approvals shows the rules.",
	async run({ settings }: Pick<OpenedConversation, "settings">, { ask }: DialogPort): Promise<void> {
		const { approvalMode } = approvalSettings;
		const isChosen = settings.findOrigin(approvalMode) !== "default";
		const current = isChosen ? settings.get(approvalMode) : "write";
		const items = modes.map((mode) => {
			const { sentence } = approvalModeWords[mode];
			return { value: mode, label: mode, description: mode === "write" ? `${sentence} (recommended)` : sentence };
		});
		const isCurrent = (mode: ApprovalMode) => mode === current;
		const mode = await ask(selectDialog<ApprovalMode>({ title: "Approvals", items, isCurrent, filterable: false }));
		if (mode !== undefined) settings.set(approvalMode, mode);
	},
} as const satisfies SetupStep;
