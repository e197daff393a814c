import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { confirmDialog } from "../../../dialogs/confirm-dialog.ts";
import { folderDialog } from "../../../dialogs/folder-dialog.ts";
import { moveSessionTo, moveCommand as textCommand } from "../../../text-commands/move.ts";
import { type Command, notice } from "./command.ts";
import { fromTextCommand } from "./from-text-command.ts";

export const moveCommand: Command = {
	...fromTextCommand(textCommand),
	hint: "[dir]",
	async run({ session, args, ask, look }) {
		const { folder, host } = session;
		const target = args || (await ask(folderDialog({ cwd: folder.path, home: host.home })));
		if (target === undefined) return { kind: "done" };
		const path = resolve(folder.path, target.replace(/^(["'])(.*)\1$/, "$2").replace(/^~(?=\/|$)/, host.home));
		const isThere = (await stat(path).catch(() => undefined)) !== undefined;
		if (!isThere) {
			const question = `${path} does not exist.`;
			if (!(await ask(confirmDialog({ title: "Move session", question, yes: "Create it" })))) return { kind: "done" };
		}
		const moved = await moveSessionTo(target, session, { create: !isThere });
		return notice(`${look.theme.symbol("status.success")} Session moved to ${moved}.`);
	},
};
