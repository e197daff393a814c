import type { Command } from "../contract/command.ts";
import { notice } from "../contract/outcome.ts";

export const usageCommand: Command = {
	name: "usage",
	aliases: ["cost"],
	summary: "Show plan usage and spending",
	group: "system",
	hint: "[show|reset]",
	subcommands: [
		{ name: "show", summary: "Show account usage" },
		{ name: "reset", summary: "Refresh from the providers" },
	],
	async run({ args, session }) {
		const { registry, host, workbench, conversation } = session;
		const [what = "", ...rest] = args.split(/\s+/);
		if (!["", "show", "reset"].includes(what) || rest.length > (what === "reset" ? 1 : 0)) {
			throw new Error("Usage: /usage [show|reset [account|active]]");
		}
		const costs = workbench.features.costs(session).map(({ name, text: cost }) => `${name}: ${cost}`);
		const spending = [await workbench.budget.describeSpending(conversation.id), ...costs]
			.filter((part) => part !== "")
			.join("\n");
		const { remote, accounts, current } = registry.store;
		const none = notice(spending === "" ? "No usage data available." : spending);
		if (!accounts || accounts.list().length === 0) return none;
		const [{ UsageCache }, { usageReports }, { usageText }] = await Promise.all([
			import("@oh-my-pi/pi-ai/auth/usage/usage-cache"),
			import("@oh-my-pi/pi-ai/auth/usage/usage-reports"),
			import("../../accounts/usage-text.ts"),
		]);
		if (what === "reset") {
			if (remote) await remote.forgetUsage();
			else if (current) new UsageCache(current.database, host.now).clear();
		}
		const reports = await usageReports(registry, host, {});
		const text = reports
			.map((report) => usageText(report, host.now()))
			.join("\n")
			.trimEnd();
		return text === "" ? none : notice(spending === "" ? text : `${text}\n\n${spending}`);
	},
};
