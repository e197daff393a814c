import { existsSync } from "node:fs";
import { dropSession } from "../../../conversation/session/new-session.ts";
import { confirmDialog } from "../../../dialogs/confirm-dialog.ts";
import { type Command, notice } from "./command.ts";

export const dropCommand: Command = {
	name: "drop",
	summary: "Delete this session and start a new one",
	group: "conversation",
	async run({ session: { conversation }, ask, look, notify }) {
		const { file, name, id } = conversation.log;
		const question = `Everything of ${name ?? id} goes: the log and what belongs to it. This cannot be undone.`;
		if (!(await ask(confirmDialog({ title: "Drop session", question, yes: "Delete it", isDestructive: true })))) {
			return notice("The session was kept");
		}
		if (!(await dropSession(conversation))) return { kind: "done" };
		if (file !== undefined && existsSync(file)) notify("warning", `The session could not be deleted: ${file}`);
		return {
			kind: "session-changed",
			text: `${look.theme.symbol("status.success")} Session dropped; a new one started`,
		};
	},
};
