import { defaultExportPath } from "../../../export/export-html.ts";
import { exportSessionFile } from "../../../export/export-session-file.ts";
import type { Command } from "./command.ts";

export const exportCommand: Command = {
	name: "export",
	summary: "Write this session as one HTML page",
	group: "conversation",
	async run({ session: { conversation }, args }) {
		const { log } = conversation;
		if (!log.file) return { kind: "notice", level: "warning", text: "Cannot export in-memory session to HTML" };
		await log.flush();
		const output = args || defaultExportPath(log.file, log.environment.host.cwd);
		const outcome = await exportSessionFile(log.environment, { file: log.file, output });
		if ("missing" in outcome) return { kind: "notice", level: "warning", text: "Nothing to export yet" };
		return { kind: "notice", level: "info", text: `Exported to: ${outcome.exportedTo}` };
	},
};
