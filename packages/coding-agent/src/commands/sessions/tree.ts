import type { SessionTreeNode } from "@oh-my-pi/pi-session/log/session-log";
import { inputSettings } from "../../settings/sections/screen/input.ts";
import type { Command, CommandCall } from "../contract/command.ts";
import type { CommandOutcome } from "../contract/outcome.ts";
import type { NoticePort } from "../contract/screen-ports.ts";
import type { NavigationPorts } from "./go-to-entry.ts";

export const treeCommand: Command = {
	name: "tree",
	aliases: ["rewind"],
	summary: "Go to any point in this session",
	group: "sessions",
	screen: { run: navigate },
};

/** Asks where to go on in the session, and goes there. */
export async function navigate({ session }: CommandCall, ports: NavigationPorts & NoticePort): Promise<CommandOutcome> {
	const { log, settings } = session;
	const [{ treeDialog }, { askForFiles }, { goToEntry, branchAt, answerAnew }, { findAnswered }] = await Promise.all([
		import("../../dialogs/tree/tree-dialog.ts"),
		import("./ask-for-files.ts"),
		import("./go-to-entry.ts"),
		import("../../conversation/operations/answer-again.ts"),
	]);
	const roots = log.tree();
	if (!hasMessage(roots)) return { kind: "notice", level: "info", text: "No messages yet" };
	const chosen = await ports.ask(
		treeDialog({
			roots,
			leafId: log.leafId,
			path: log.path().map(({ id }) => id),
			filter: settings.get(inputSettings.treeFilterMode),
			setLabel: (entryId, label) => void log.appendLabelChange(entryId, label),
		}),
	);
	if (!chosen) return { kind: "done" };
	const { entryId, name, action } = chosen;
	const restore = await askForFiles(session, entryId, ports);
	if (restore === "cancel") return { kind: "done" };
	const restored = restore === "conversation" ? undefined : await restore.files.restore();
	if (restored !== undefined) ports.notify("info", restored);
	if (restore !== "conversation" && restore.only) return { kind: "done" };
	if (action === "branch") return branchAt(entryId, session, ports);
	if (findAnswered(log, entryId)) return answerAnew(entryId, session, ports);
	return goToEntry(entryId, session, ports, { name, summarize: action === "summarize" });
}

/** A session that has only been set up has entries too. */
function hasMessage(roots: readonly SessionTreeNode[]): boolean {
	const open = [...roots];
	for (let node = open.pop(); node; node = open.pop()) {
		if (node.type === "message") return true;
		open.push(...node.children);
	}
	return false;
}
