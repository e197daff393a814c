import type { ConsolePort } from "@oh-my-pi/pi-tools/bash/console-port";
import { goalSettings } from "@oh-my-pi/pi-tools/goal/settings";
import type { Session } from "../../app/compose-session.ts";
import { approvalDialog } from "../../dialogs/approval-dialog.ts";
import { askDialog } from "../../dialogs/ask-dialog.ts";
import type { Ask } from "../../dialogs/dialog.ts";
import { goalSettings } from "../../settings/sections/plan.ts";

/** Lets tools and approvals ask the user at the terminal. */
export function connectFrontEnd(session: Session, ask: Ask, console?: ConsolePort): Promise<void> {
	const { frontEnd, conversation, continuing, settings } = session;
	continuing.goals = () => settings.get(goalSettings.continuationModes).includes("interactive");
	frontEnd.connect({
		approve: (question, { signal }) => ask(approvalDialog(question, signal)),
		ask: async (questions, options) => (await ask(askDialog(questions, options))) ?? { kind: "cancelled" },
		...(console && { console }),
	});
	// There are tools that are offered only when somebody can be asked.
	return conversation.refresh();
}
