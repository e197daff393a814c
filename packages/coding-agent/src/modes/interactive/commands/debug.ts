import { existsSync } from "node:fs";
import { selectDialog } from "../../../dialogs/select-dialog.ts";
import { debugReports } from "../debug/debug-reports.ts";
import { type Command, notice } from "./command.ts";

export const debugCommand: Command = {
	name: "debug",
	summary: "Reports, logs and facts about this omp",
	group: "system",
	async run({ session, ask, openBrowser }) {
		const reports = debugReports(session);
		const items = reports.map((report) => ({ value: report, label: report.label, description: report.description }));
		const chosen = await ask(selectDialog({ title: "Debug", items }));
		if (!chosen) return { kind: "done" };
		const { text, path } = await chosen.make();
		if (path !== undefined && existsSync(path) && chosen.opens) openBrowser(path);
		return notice(text);
	},
};
