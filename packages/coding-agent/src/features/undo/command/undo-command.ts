import type { Argument, Command, CommandCall, Subcommand } from "../../../commands/contract/command.ts";
import { type CommandOutcome, notice, waitForIdle } from "../../../commands/contract/outcome.ts";
import type { UndoPlan } from "../contract/undo-engine.ts";
import type { SessionUndo } from "../session/session-undo.ts";
import { undoKey } from "../session/undo-key.ts";
import { diffText } from "../shown/diff-text.ts";
import { outcomeText } from "../shown/outcome-text.ts";
import { listText, turnText } from "../shown/turns-text.ts";
import { resolveSelection, UndoArgumentError } from "./resolve-selection.ts";

const actions: readonly Subcommand[] = [
	{ name: "list", summary: "Turns that changed files" },
	{ name: "show", summary: "Files that a turn changed, by tool", usage: "[turn]" },
	{ name: "diff", summary: "Lines that a turn changed", usage: "[turn|all] [file…]" },
];

export const undoCommand: Command = {
	name: "undo",
	summary: "Take back what the last turn changed in files",
	group: "sessions",
	hint: "[list|show|diff] [turn|call|all] [file…]",
	subcommands: actions,
	complete: async (): Promise<readonly Argument[]> => actions.map(({ name, summary }) => ({ name, summary })),
	run: (call) => runUndo(call),
};

async function runUndo({ args, session }: CommandCall): Promise<CommandOutcome> {
	const running = session.workbench.features.find(undoKey);
	if (!running) return notice("Undo is off (undo.enabled).");
	const words = args.split(/\s+/).filter((word) => word !== "");
	const undo = await running.undoOf(session);
	const cwd = session.folder.path;
	try {
		switch (words[0]) {
			case "list":
				if (words.length > 1)
					throw new UndoArgumentError("/undo list takes no words after it; /undo show [turn] shows one.");
				return notice(listText(await undo.turns({ undone: true }), cwd));
			case "show": {
				const { turn } = await resolveSelection(words.slice(1), undo, cwd);
				return notice(turn ? turnText(turn, cwd) : "No turn of this branch has changed files.");
			}
			case "diff": {
				const { selection } = await resolveSelection(words.slice(1), undo, cwd);
				const text = selection && (await diffText(await undo.netChanges(selection), undo, cwd));
				return notice(text || "No files were changed.");
			}
			default:
				return await takeBack(words, undo, session.conversation.isStreaming, cwd);
		}
	} catch (error) {
		if (error instanceof UndoArgumentError) return notice(error.message, "warning");
		throw error;
	}
}

async function takeBack(
	words: readonly string[],
	undo: SessionUndo,
	isStreaming: boolean,
	cwd: string,
): Promise<CommandOutcome> {
	if (isStreaming) return notice(waitForIdle, "warning");
	const { selection } = await resolveSelection(words, undo, cwd);
	const plan = selection && (await undo.plan("undo", selection));
	if (!plan) return notice(await nothingLeft(undo));
	return putInPlace(plan, undo, cwd);
}

async function nothingLeft(undo: SessionUndo): Promise<string> {
	const turns = await undo.turns({ undone: true });
	if (turns.length === 0) return "There is nothing to take back: no turn of this branch has changed files.";
	const isAllUndone = turns.every(({ changes }) => changes.every(({ isUndone }) => isUndone));
	if (isAllUndone) return "There is nothing to take back: everything is taken back already. /redo puts it back.";
	return "There is nothing of that to take back; /undo list shows what there is.";
}

/** Puts a plan in place and says what was done. */
export async function putInPlace(plan: UndoPlan, undo: SessionUndo, cwd: string): Promise<CommandOutcome> {
	const outcome = await undo.apply(plan);
	const isWhole = outcome.result.isApplied && plan.conflicts.length === 0 && outcome.result.left.length === 0;
	return notice(outcomeText(outcome, cwd), isWhole ? "info" : "warning");
}
