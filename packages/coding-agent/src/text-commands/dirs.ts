import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { addedFolders, changeFolders } from "../features/workspace-folders.ts";
import { completePath } from "../paths/complete-path.ts";
import { workspaceSettings } from "../settings/sections/context.ts";
import type { Session } from "../workbench/session.ts";
import type { TextCommand } from "./text-command.ts";

const group = "sessions";
const complete: TextCommand["complete"] = (typed, { folder, host }) =>
	completePath(typed, { cwd: folder.path, home: host.home, foldersOnly: true });

export const addDirCommand: TextCommand = {
	name: "add-dir",
	description: "Let the session work in another folder too",
	group,
	hint: "<path>",
	complete,
	async run(args, session) {
		const path = pathOf(args, session, "Usage: /add-dir <path>");
		const found = await stat(path).catch(() => undefined);
		if (!found?.isDirectory()) throw new Error(`Directory not found: ${path}`);
		const added = addedFolders(session);
		if (path === session.folder.path || added.includes(path))
			return { output: `${path} belongs to the session already.` };
		await changeFolders(session, [...added, path]);
		return { output: `Added ${path}.` };
	},
};

export const removeDirCommand: TextCommand = {
	name: "remove-dir",
	description: "Take a folder out of the session again",
	group,
	hint: "<path>",
	async complete(_typed, session) {
		return addedFolders(session).map((name) => ({ name }));
	},
	async run(args, session) {
		const path = pathOf(args, session, "Usage: /remove-dir <path>");
		const added = addedFolders(session);
		if (!added.includes(path)) throw new Error(`${path} was not added to the session. See /dirs.`);
		await changeFolders(
			session,
			added.filter((other) => other !== path),
		);
		return { output: `Removed ${path}.` };
	},
};

export const dirsCommand: TextCommand = {
	name: "dirs",
	description: "List the folders of the session",
	group,
	async run(_args, session) {
		const standing = session.settings.get(workspaceSettings.additionalDirectories);
		const lines = [
			`${session.folder.path} (working folder)`,
			...addedFolders(session),
			...standing.map((path) => `${path} (settings)`),
		];
		return { output: lines.join("\n") };
	},
};

function pathOf(args: string, { folder, host }: Session, usage: string): string {
	if (args === "") throw new Error(usage);
	return resolve(folder.path, args.replace(/^(["'])(.*)\1$/, "$2").replace(/^~(?=\/|$)/, host.home));
}
