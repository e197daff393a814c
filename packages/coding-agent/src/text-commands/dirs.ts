import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { Session } from "../app/compose-session.ts";
import { hiddenNote } from "../conversation/guide/hidden-note.ts";
import { completePath } from "../paths/complete-path.ts";
import { workspaceSettings } from "../settings/sections/context.ts";
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
		const added = sessionDirectories(session);
		if (path === session.folder.path || added.includes(path))
			return { output: `${path} belongs to the session already.` };
		await change(session, [...added, path]);
		return { output: `Added ${path}.` };
	},
};

export const removeDirCommand: TextCommand = {
	name: "remove-dir",
	description: "Take a folder out of the session again",
	group,
	hint: "<path>",
	async complete(_typed, session) {
		return sessionDirectories(session).map((name) => ({ name }));
	},
	async run(args, session) {
		const path = pathOf(args, session, "Usage: /remove-dir <path>");
		const added = sessionDirectories(session);
		if (!added.includes(path)) throw new Error(`${path} was not added to the session. See /dirs.`);
		await change(
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
			...sessionDirectories(session),
			...standing.map((path) => `${path} (settings)`),
		];
		return { output: lines.join("\n") };
	},
};

function sessionDirectories({ log }: Session): readonly string[] {
	return log.header.additionalDirectories ?? [];
}

function pathOf(args: string, { folder, host }: Session, usage: string): string {
	if (args === "") throw new Error(usage);
	return resolve(folder.path, args.replace(/^(["'])(.*)\1$/, "$2").replace(/^~(?=\/|$)/, host.home));
}

/** The model hears of it with the next message. */
async function change(session: Session, directories: readonly string[]): Promise<void> {
	const { conversation, log, folder, host } = session;
	await log.setAdditionalDirectories(directories);
	const text = `<system-notice>The workspace now consists of these folders: ${[folder.path, ...directories].join(", ")}</system-notice>`;
	await conversation.submit({
		type: "send",
		message: hiddenNote("workspace-roots", text, host.now()),
		as: "next_turn",
	});
}
