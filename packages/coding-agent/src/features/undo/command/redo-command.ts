import type { Command } from "../../../commands/contract/command.ts";
import { notice, waitForIdle } from "../../../commands/contract/outcome.ts";
import { undoKey } from "../session/undo-key.ts";
import { resolveSelection, UndoArgumentError } from "./resolve-selection.ts";
import { putInPlace } from "./undo-command.ts";

export const redoCommand: Command = {
	name: "redo",
	summary: "Put back what /undo took back",
	group: "sessions",
	hint: "[turn|call] [file…]",
	async run({ args, session }) {
		const running = session.workbench.features.find(undoKey);
		if (!running) return notice("Undo is off (undo.enabled).");
		if (session.conversation.isStreaming) return notice(waitForIdle, "warning");
		const words = args.split(/\s+/).filter((word) => word !== "");
		const undo = await running.undoOf(session);
		const cwd = session.folder.path;
		try {
			const { selection } = words.length > 0 ? await resolveSelection(words, undo, cwd, { undone: true }) : {};
			const plan = await undo.plan("redo", selection);
			return plan ? await putInPlace(plan, undo, cwd) : notice("There is nothing to put back.");
		} catch (error) {
			if (error instanceof UndoArgumentError) return notice(error.message, "warning");
			throw error;
		}
	},
};
