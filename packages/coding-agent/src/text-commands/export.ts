import { exportConversation } from "../export/export-conversation.ts";
import type { TextCommand } from "./text-command.ts";

export const exportCommand: TextCommand = {
	name: "export",
	description: "Write the session as a page to read",
	group: "conversation",
	hint: "[path]",
	async run(args, { conversation, folder }) {
		const path = await exportConversation(conversation, { cwd: folder.path, output: args || undefined });
		return { output: `Exported to: ${path}` };
	},
};
