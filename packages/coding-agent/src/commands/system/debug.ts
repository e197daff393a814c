import { existsSync } from "node:fs";
import type { Command } from "../contract/command.ts";
import { notice } from "../contract/outcome.ts";

export const debugCommand: Command = {
	name: "debug",
	summary: "Diagnostics: logs, reports and system info",
	group: "system",
	screen: {
		async run({ session }, { ask, openBrowser }) {
			const [{ selectDialog }, { debugReports }] = await Promise.all([
				import("../../dialogs/select-dialog.ts"),
				import("./debug-reports.ts"),
			]);
			const reports = debugReports(session);
			const items = reports.map((report) => ({ value: report, label: report.label, description: report.description }));
			const chosen = await ask(selectDialog({ title: "Debug", items }));
			if (!chosen) return { kind: "done" };
			const { text, path } = await chosen.make();
			if (path !== undefined && existsSync(path) && chosen.opens) openBrowser(path);
			return notice(text);
		},
	},
};
