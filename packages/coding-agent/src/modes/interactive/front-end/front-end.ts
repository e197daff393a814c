import type { ConsolePort } from "@oh-my-pi/pi-tools/services/console-port";
import type { AttemptPorts } from "../../../commands/system/login/login-attempt.ts";
import { approvalDialog } from "../../../dialogs/approval/approval-dialog.ts";
import { askDialog } from "../../../dialogs/ask/ask-dialog.ts";
import type { Ask } from "../../../dialogs/contract/dialog.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";

/** Lets tools and approvals ask the user at the terminal. */
export function connectFrontEnd(
	session: OpenedConversation,
	ask: Ask,
	screen: AttemptPorts,
	console?: ConsolePort,
): Promise<void> {
	const { frontEnd, conversation } = session;
	frontEnd.connect({
		approve: (question, { signal }) => ask(approvalDialog(question, signal)),
		ask: async (questions, options) => (await ask(askDialog(questions, options))) ?? { kind: "cancelled" },
		dialogs: async () => (await import("./user-dialogs.ts")).userDialogs(ask),
		...(console && { console }),
		logIn: async (request, options) => {
			const { logInPort } = await import("../../../commands/system/login/log-in-port.ts");
			return logInPort(session, screen)(request, options);
		},
	});
	// Some tools are offered only when somebody can be asked.
	return conversation.refresh();
}
