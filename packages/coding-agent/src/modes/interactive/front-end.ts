import type { ConsolePort } from "@oh-my-pi/pi-tools/bash/console-port";
import { goalSettings } from "@oh-my-pi/pi-tools/goal/settings";
import type { SubmitPort, WorkPort } from "../../commands/screen-ports.ts";
import type { AttemptPorts } from "../../commands/system/login/login-attempt.ts";
import { approvalDialog } from "../../dialogs/approval/approval-dialog.ts";
import { askDialog } from "../../dialogs/ask/ask-dialog.ts";
import type { Ask } from "../../dialogs/dialog.ts";
import { planSettings } from "../../settings/sections/plan.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";

/** Lets tools and approvals ask the user at the terminal. */
export function connectFrontEnd(
	session: OpenedConversation,
	ask: Ask,
	screen: AttemptPorts,
	console?: ConsolePort,
): Promise<void> {
	const { frontEnd, conversation, continuing, settings } = session;
	continuing.goals = () => settings.get(goalSettings.continuationModes).includes("interactive");
	frontEnd.connect({
		approve: (question, { signal }) => ask(approvalDialog(question, signal)),
		ask: async (questions, options) => (await ask(askDialog(questions, options))) ?? { kind: "cancelled" },
		dialogs: async () => (await import("./user-dialogs.ts")).userDialogs(ask),
		...(console && { console }),
		logIn: async (request, options) => {
			const { logInPort } = await import("../../commands/system/login/log-in-port.ts");
			return logInPort(session, screen)(request, options);
		},
	});
	// Some tools are offered only when somebody can be asked.
	return conversation.refresh();
}

/** Opens the review of a plan when its run has ended, and starts in plan mode where the settings say so. */
export async function startPlanMode(
	session: OpenedConversation,
	{ submit, attempt }: SubmitPort & WorkPort,
): Promise<void> {
	const { plan, conversation, settings } = session;
	plan.onProposed = () => {
		// The run ends with this call; the review needs an idle conversation.
		setTimeout(() => void attempt(() => conversation.idle().then(() => submit("/plan-review ask"))), 0);
	};
	const begins = settings.get(planSettings.enabled) && settings.get(planSettings.defaultOnStartup);
	if (begins && conversation.messages.length === 0 && !plan.isActive) await submit("/plan");
}
