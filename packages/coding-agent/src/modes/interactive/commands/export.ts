import { pathToFileURL } from "node:url";
import { exportConversation } from "../../../export/export-conversation.ts";
import { exportCommand as textCommand } from "../../../text-commands/export.ts";
import { parseExportArguments } from "../../../text-commands/export-arguments.ts";
import { type Command, notice } from "./command.ts";
import { fromTextCommand } from "./from-text-command.ts";

export const exportCommand: Command = {
	...fromTextCommand(textCommand),
	async run({ session: { conversation, folder, host }, args, openBrowser }) {
		const { path, withThemes } = parseExportArguments(args);
		const output = path?.replace(/^~(?=\/|$)/, host.home);
		const written = await exportConversation(conversation, { cwd: folder.path, output, withThemes });
		openBrowser(pathToFileURL(written).href);
		return notice(`Exported to: ${written}`);
	},
};
