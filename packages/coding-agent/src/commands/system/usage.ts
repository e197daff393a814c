import type { Command } from "../contract/command.ts";
import { notice } from "../contract/outcome.ts";

export const usageCommand: Command = {
	name: "usage",
	summary: "Show plan usage and spending",
	group: "system",
	hint: "[show|reset]",
	subcommands: [
		{ name: "show", summary: "Show account usage" },
		{ name: "reset", summary: "Refresh from the providers" },
	],
	async run({ args, session: { registry, host, workbench, conversation } }) {
		const [what = "", ...rest] = args.split(/\s+/);
		if (!["", "show", "reset"].includes(what) || rest.length > 1) {
			throw new Error("Usage: /usage [show|reset [account|active]]");
		}
		const spending = await workbench.budget.describeSpending(conversation.id);
		const store = registry.store.current;
		const none = notice(spending === "" ? "No usage data available." : spending);
		if (!store || store.list().length === 0) return none;
		const [{ UsageCache }, { usageReports }, { usageText }] = await Promise.all([
			import("@oh-my-pi/pi-ai/auth/usage/usage-cache"),
			import("@oh-my-pi/pi-ai/auth/usage/usage-reports"),
			import("../../accounts/usage-text.ts"),
		]);
		if (what === "reset") new UsageCache(store.database, host.now).clear();
		const reports = await usageReports(registry, host, {});
		const text = reports
			.map((report) => usageText(report, host.now()))
			.join("\n")
			.trimEnd();
		return text === "" ? none : notice(spending === "" ? text : `${text}\n\n${spending}`);
	},
};
