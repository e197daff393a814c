import type { UsageLimit } from "@oh-my-pi/pi-ai/auth/store/account-usage";
import type { UsageOutcome } from "@oh-my-pi/pi-ai/auth/usage/usage-reports";

/** Usage of one account, one line per limit. */
export function usageText(report: UsageOutcome, now: number, shorten = (text: string) => text): string {
	if (!("limits" in report)) return `${report.provider} ${shorten(report.account)}: ${report.failure}\n`;
	const lines = report.limits.map((limit) => `  ${limitText(limit, now)}\n`);
	return `${report.provider} ${shorten(report.email ?? report.accountKey)}\n${lines.join("") || "  no limits told\n"}`;
}

function limitText(limit: UsageLimit, now: number): string {
	const filled = Math.min(20, Math.max(0, Math.round(limit.usedFraction * 20)));
	const bar = `${"█".repeat(filled)}${"░".repeat(20 - filled)}`;
	const percent = `${Math.round(limit.usedFraction * 100)}%`.padStart(4);
	const label = [limit.label, limit.windowLabel && `(${limit.windowLabel})`].filter(Boolean).join(" ");
	const reset = limit.resetsAt === undefined ? "" : `  resets ${timeUntil(limit.resetsAt - now)}`;
	return `${bar} ${percent}  ${label}${reset}`;
}

function timeUntil(milliseconds: number): string {
	const minutes = Math.round(milliseconds / 60_000);
	if (minutes <= 0) return "now";
	if (minutes < 120) return `in ${minutes} min`;
	return minutes < 60 * 48 ? `in ${Math.round(minutes / 60)} h` : `in ${Math.round(minutes / 1440)} days`;
}
