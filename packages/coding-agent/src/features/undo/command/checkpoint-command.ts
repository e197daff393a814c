import type { Command } from "../../../commands/contract/command.ts";
import { notice } from "../../../commands/contract/outcome.ts";
import { undoKey } from "../session/undo-key.ts";
import { listText } from "../shown/turns-text.ts";

/** For those who look for checkpoints under that name. */
export const checkpointCommand: Command = {
	name: "checkpoint",
	summary: "List the changes to files that can be taken back",
	group: "sessions",
	async run({ session }) {
		const running = session.workbench.features.find(undoKey);
		if (!running) return notice("Undo is off (undo.enabled).");
		const turns = await (await running.undoOf(session)).turns({ undone: true });
		const text = listText(turns, session.folder.path);
		if (turns.length === 0) return notice(text);
		return notice(`${text}\n/undo [turn] takes one back, /redo puts it back; /tree goes back in the conversation.`);
	},
};
