import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { hiddenNote } from "../conversation/history/hidden-note.ts";
import { CliError } from "../process/usage-error.ts";
import type { OpenedConversation } from "../workbench/opened-conversation.ts";

/** Folders added to a session besides its working directory. */
export function addedFolders({ log }: Pick<OpenedConversation, "log">): readonly string[] {
	return log.header.additionalDirectories ?? [];
}

/** The model is notified with the next message. */
export async function changeFolders(session: OpenedConversation, directories: readonly string[]): Promise<void> {
	const { conversation, log, folder, host } = session;
	await log.setAdditionalDirectories(directories);
	const text = `<system-notice>The workspace now consists of these folders: ${[folder.path, ...directories].join(", ")}</system-notice>`;
	await conversation.submit({
		type: "send",
		message: hiddenNote("workspace-roots", text, host.now()),
		as: "next_turn",
	});
}

/** The folders of `--add-dir`; throws if one does not exist. */
export async function addFolders(session: OpenedConversation, folders: readonly string[], from: string): Promise<void> {
	const { host, folder } = session;
	const paths = folders.map((path) => resolve(from, path.replace(/^~(?=\/|$)/, host.home)));
	for (const path of paths) {
		const found = await stat(path).catch(() => undefined);
		if (!found?.isDirectory()) throw new CliError(`Directory not found: ${path}`);
	}
	const known = addedFolders(session);
	const added = [...new Set(paths)].filter((path) => path !== folder.path && !known.includes(path));
	if (added.length > 0) await changeFolders(session, [...known, ...added]);
}
