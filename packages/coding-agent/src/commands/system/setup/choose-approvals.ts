import { approvalModeWords } from "../../../settings/approval-mode.ts";
import { approvalSettings } from "../../../settings/sections/agent/approval.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import { approvalStep } from "./approval-step.ts";
import { inSetupFrame } from "./setup-frame.ts";
import type { SetupPorts } from "./setup-step.ts";
import { hasModel, lacksApprovalMode, wantsSetup } from "./wants-setup.ts";

type ChoicePorts = Pick<SetupPorts, "ask" | "notify">;

/** At the start: what omp may do without asking, unless somebody has said so or the whole setup is about to ask. */
export async function chooseApprovals(
	session: OpenedConversation,
	ports: ChoicePorts,
	options: { readonly runsSetup: boolean },
): Promise<void> {
	if (!lacksApprovalMode(session) || !hasModel(session.conversation)) return;
	if (options.runsSetup && wantsSetup(session)) return;
	const { title, help } = approvalStep;
	const heading = { title, help, showsSample: false, position: 1, total: 1, isAwaited: () => false, onEnd: () => {} };
	await approvalStep.run(session, { ask: (dialog) => ports.ask(inSetupFrame(dialog, heading)) });
	settleApprovals(session, ports);
}

/** Whoever put the choice off is asked again at the next start; until then not everything runs. */
export function settleApprovals(session: OpenedConversation, { notify }: Pick<ChoicePorts, "notify">): void {
	if (!lacksApprovalMode(session)) return;
	session.settings.override(approvalSettings.approvalMode, "write");
	const words = approvalModeWords.write.sentence.toLowerCase();
	notify("info", `Approvals for this run: ${words}. /approvals changes it.`);
}
