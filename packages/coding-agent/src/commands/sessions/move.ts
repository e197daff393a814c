import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { moveConversation } from "../../conversation/operations/move-session.ts";
import { completePath } from "../../paths/complete-path.ts";
import { reloadProject } from "../../settings/load/load-settings.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import type { Command } from "../contract/command.ts";
import { notice } from "../contract/outcome.ts";

export const moveCommand: Command = {
	name: "move",
	summary: "Move the session to another folder",
	group: "sessions",
	needsIdle: true,
	hint: "<dir>",
	complete: (typed, { folder, host }) => completePath(typed, { cwd: folder.path, home: host.home, foldersOnly: true }),
	async run({ args, session }) {
		if (args === "") throw new Error("Usage: /move <dir>");
		return notice(`Session moved to ${await moveSessionTo(args, session)}.`);
	},
	screen: {
		hint: "[dir]",
		async run({ session, args }, { ask, appearance }) {
			const { folder, host } = session;
			const { folderDialog } = await import("../../dialogs/folder-dialog.ts");
			const target = args || (await ask(folderDialog({ cwd: folder.path, home: host.home })));
			if (target === undefined) return { kind: "done" };
			const path = resolve(folder.path, unquoted(target, host.home));
			const isThere = (await stat(path).catch(() => undefined)) !== undefined;
			if (!isThere) {
				const { confirmDialog } = await import("../../dialogs/confirm-dialog.ts");
				const question = `${path} does not exist.`;
				if (!(await ask(confirmDialog({ title: "Move session", question, yes: "Create it" })))) return { kind: "done" };
			}
			const moved = await moveSessionTo(target, session, { create: !isThere });
			return notice(`${appearance.theme.symbol("status.success")} Session moved to ${moved}.`);
		},
	},
};

/** Tools, settings and commands are those of the other folder from here on. Returns where that is. */
async function moveSessionTo(
	target: string,
	session: OpenedConversation,
	options: { create?: boolean } = {},
): Promise<string> {
	const { conversation, folder, host, settings, agentDir, fileCommands } = session;
	const path = await moveConversation(conversation, folder, unquoted(target, host.home), options);
	await reloadProject(settings, { host, agentDir, cwd: path, gate: session.trust });
	fileCommands.forget();
	await conversation.refresh();
	return path;
}

/** A path as it was typed, without quotes and with `~` resolved. */
export function unquoted(path: string, home: string): string {
	return path.replace(/^(["'])(.*)\1$/, "$2").replace(/^~(?=\/|$)/, home);
}
