import { exportConversation } from "../export/export-conversation.ts";
import { completePath } from "../paths/complete-path.ts";
import { parseExportArguments } from "./export-arguments.ts";
import type { TextCommand } from "./text-command.ts";

export const exportCommand: TextCommand = {
	name: "export",
	description: "Write the session as a page to read",
	group: "conversation",
	hint: "[--themes] [path]",
	complete: (typed, { folder, host }) => completePath(typed, { cwd: folder.path, home: host.home }),
	async run(args, { conversation, folder, host }) {
		const { path, withThemes } = parseExportArguments(args);
		const output = path?.replace(/^~(?=\/|$)/, host.home);
		const written = await exportConversation(conversation, { cwd: folder.path, output, withThemes });
		return { output: `Exported to: ${written}` };
	},
};
