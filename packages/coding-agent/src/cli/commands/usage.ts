import type { UsageHistoryRow } from "@oh-my-pi/pi-ai/auth/store/account-usage";
import { UsageCache } from "@oh-my-pi/pi-ai/auth/usage/usage-cache";
import { type UsageOutcome, usageReports } from "@oh-my-pi/pi-ai/auth/usage/usage-reports";
import { usageText } from "../../accounts/usage-text.ts";
import { CliError } from "../../process/usage-error.ts";
import type { CliCommand } from "../../startup/command-entry.ts";
import { parseArgs } from "../../startup/parse-args.ts";
import { commandRegistry, registryFlags } from "../command/command-registry.ts";

export const flags = [
	...registryFlags,
	{ name: "json", alias: "j", kind: "boolean", help: "Print one JSON document" },
	{ name: "provider", alias: "p", kind: "string", value: "id", help: "Only this provider's accounts" },
	{ name: "redact", alias: "r", kind: "boolean", help: "Redact account names" },
	{ name: "history", kind: "boolean", help: "Usage over time" },
	{ name: "days", alias: "d", kind: "string", value: "n", help: "Days of history" },
] as const;

const help = `USAGE
  omp usage [invalidate] [-p <provider>] [--redact] [--history [-d <days>]] [--json]

  How much of their allowances the accounts that are logged in have used. invalidate forgets what was asked before.
`;

const dayMs = 24 * 3600_000;

/** Shows the quotas of logged-in accounts. */
export const usage: CliCommand = async (argv, baseHost, io) => {
	const args = parseArgs(argv, flags);
	if (args.flags.has("help")) {
		await io.stdout.write(help);
		return 0;
	}
	const { registry, host } = await commandRegistry(baseHost, args);
	const { remote, accounts, current } = registry.store;
	if (!accounts || accounts.list().length === 0) throw new CliError("No accounts are logged in. See: omp login");
	const cache = current && new UsageCache(current.database, host.now);
	if (args.messages[0] === "invalidate") {
		if (remote) await remote.forgetUsage();
		else cache?.clear();
		await io.stdout.write("Usage cache cleared.\n");
		return 0;
	}
	const shorten = args.flags.has("redact") ? redacted : (text: string) => text;
	const provider = args.flags.get("provider");
	if (args.flags.has("history")) {
		const days = Number(args.flags.get("days") ?? 7) || 7;
		const rows = (await remote?.usageHistory(host.now() - days * dayMs)) ?? cache?.history(days) ?? [];
		await io.stdout.write(
			args.flags.has("json") ? `${JSON.stringify({ history: rows })}\n` : historyText(rows, shorten),
		);
		return 0;
	}
	const reports = await usageReports(registry, host, typeof provider === "string" ? { provider } : {});
	if (args.flags.has("json"))
		await io.stdout.write(`${JSON.stringify({ reports: reports.map(withShort(shorten)) })}\n`);
	else
		await io.stdout.write(
			reports.map((report) => usageText(report, host.now(), shorten)).join("\n") || "No usage data available.\n",
		);
	return 0;
};

/** `al…@example.com` */
function redacted(identity: string): string {
	return identity.replace(/([^@:|]{2})[^@|]*/, "$1…");
}

function withShort(shorten: (text: string) => string) {
	return (report: UsageOutcome) =>
		"limits" in report
			? { ...report, accountKey: shorten(report.accountKey), ...(report.email && { email: shorten(report.email) }) }
			: { ...report, account: shorten(report.account) };
}

function historyText(rows: readonly UsageHistoryRow[], shorten: (text: string) => string): string {
	const lines = rows.map(
		(row) =>
			`${new Date(row.recordedAt * 1000).toISOString().slice(0, 16)}  ${row.provider} ${shorten(row.email ?? row.accountKey)}  ${row.label}  ${Math.round(row.usedFraction * 100)}%\n`,
	);
	return lines.join("") || "No usage data available.\n";
}
