import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { completePath } from "../../paths/complete-path.ts";
import { addedFolders, changeFolders } from "../../session-actions/workspace-folders.ts";
import { workspaceSettings } from "../../settings/sections/agent/context.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import type { Command } from "../contract/command.ts";
import { notice } from "../contract/outcome.ts";
import { unquoted } from "./move.ts";

const group = "sessions";
const complete: Command["complete"] = (typed, { folder, host }) =>
	completePath(typed, { cwd: folder.path, home: host.home, foldersOnly: true });

export const addDirCommand: Command = {
	name: "add-dir",
	summary: "Add a working directory",
	group,
	hint: "<path>",
	complete,
	async run({ args, session }) {
		const path = resolvePath(args, session, "Usage: /add-dir <path>");
		const found = await stat(path).catch(() => undefined);
		if (!found?.isDirectory()) throw new Error(`Directory not found: ${path}`);
		const added = addedFolders(session);
		if (path === session.folder.path || added.includes(path)) return notice(`${path} belongs to the session already.`);
		await changeFolders(session, [...added, path]);
		return notice(`Added ${path}.`);
	},
};

export const removeDirCommand: Command = {
	name: "remove-dir",
	summary: "Remove a working directory",
	group,
	hint: "<path>",
	async complete(_typed, session) {
		return addedFolders(session).map((name) => ({ name }));
	},
	async run({ args, session }) {
		const path = resolvePath(args, session, "Usage: /remove-dir <path>");
		const added = addedFolders(session);
		if (!added.includes(path)) throw new Error(`${path} was not added to the session. See /dirs.`);
		await changeFolders(
			session,
			added.filter((other) => other !== path),
		);
		return notice(`Removed ${path}.`);
	},
};

export const dirsCommand: Command = {
	name: "dirs",
	summary: "List working directories",
	group,
	async run({ session }) {
		const standing = session.settings.get(workspaceSettings.additionalDirectories);
		const lines = [
			`${session.folder.path} (working folder)`,
			...addedFolders(session),
			...standing.map((path) => `${path} (settings)`),
		];
		return notice(lines.join("\n"));
	},
};

function resolvePath(args: string, { folder, host }: OpenedConversation, usage: string): string {
	if (args === "") throw new Error(usage);
	return resolve(folder.path, unquoted(args, host.home));
}
