import { confirmDialog } from "../../../dialogs/confirm-dialog.ts";
import { deleteSession, sessionCommand as textCommand } from "../../../text-commands/session.ts";
import { type Command, notice } from "./command.ts";
import { fromTextCommand } from "./from-text-command.ts";

const plain = fromTextCommand(textCommand);

export const sessionCommand: Command = {
	...plain,
	async run(context) {
		const { args, ask, session, submit } = context;
		if (args !== "delete") return plain.run(context);
		const question = "The log and what belongs to it go for good. This cannot be undone.";
		if (!(await ask(confirmDialog({ title: "Delete session", question, yes: "Delete it", isDestructive: true })))) {
			return notice("The session was kept");
		}
		const text = await deleteSession(session);
		// The picker is the way to somewhere else; dismissing it stays in the new session.
		void submit("/resume");
		return { kind: "session-changed", text };
	},
};
