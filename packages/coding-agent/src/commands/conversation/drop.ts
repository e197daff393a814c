import { existsSync } from "node:fs";
import { dropSession } from "../../conversation/operations/new-session.ts";
import type { Command } from "../contract/command.ts";
import { notice } from "../contract/outcome.ts";

export const dropCommand: Command = {
	name: "drop",
	summary: "Delete this session and start a new one",
	group: "conversation",
	screen: {
		async run({ session: { conversation } }, { ask, appearance, notify }) {
			const { confirmDialog } = await import("../../dialogs/confirm-dialog.ts");
			const { file, name, id } = conversation.log;
			const question = `Deletes session ${name ?? id} and its files. This cannot be undone.`;
			if (!(await ask(confirmDialog({ title: "Drop session", question, yes: "Delete it", isDestructive: true })))) {
				return notice("Session kept");
			}
			if (!(await dropSession(conversation))) return { kind: "done" };
			if (file !== undefined && existsSync(file)) notify("warning", `The session could not be deleted: ${file}`);
			return {
				kind: "session-changed",
				text: `${appearance.theme.symbol("status.success")} Session dropped; a new one started`,
			};
		},
	},
};
