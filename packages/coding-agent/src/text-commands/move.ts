import { moveConversation } from "../conversation/operations/move-session.ts";
import { completePath } from "../paths/complete-path.ts";
import { reloadProject } from "../settings/load-settings.ts";
import type { Session } from "../workbench/session.ts";
import type { TextCommand } from "./text-command.ts";

export const moveCommand: TextCommand = {
	name: "move",
	description: "Take the session to another folder",
	group: "sessions",
	needsRest: true,
	hint: "<dir>",
	complete: (typed, { folder, host }) => completePath(typed, { cwd: folder.path, home: host.home, foldersOnly: true }),
	async run(args, session) {
		if (args === "") throw new Error("Usage: /move <dir>");
		return { output: `Session moved to ${await moveSessionTo(args, session)}.` };
	},
};

/** Tools, settings and commands are those of the other folder from here on. Returns where that is. */
export async function moveSessionTo(
	target: string,
	session: Session,
	options: { create?: boolean } = {},
): Promise<string> {
	const { conversation, folder, host, settings, agentDir, fileCommands } = session;
	const wanted = target.replace(/^(["'])(.*)\1$/, "$2").replace(/^~(?=\/|$)/, host.home);
	const path = await moveConversation(conversation, folder, wanted, options);
	await reloadProject(settings, { host, agentDir, cwd: path });
	fileCommands.forget();
	await conversation.refresh();
	return path;
}
