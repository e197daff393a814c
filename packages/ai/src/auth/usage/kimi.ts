import { readField } from "../oauth/token-claims.ts";
import type { UsageLimit } from "../store/account-usage.ts";
import { getUsage, moment } from "./get-usage.ts";
import { type UsageFetcher, usageLimit } from "./usage-report.ts";

export const kimiUsage: UsageFetcher = async (credential, ports) => {
	const answer = await getUsage("https://api.kimi.com/coding/v1/usages", credential, ports);
	const limits = readField(answer, "limits");
	return [
		...meter("plan", "Plan", "week", readField(answer, "usage")),
		...(Array.isArray(limits) ? limits : []).flatMap((limit: unknown, index) =>
			meter(
				`limit-${index + 1}`,
				"Rate",
				formatWindow(readField(limit, "window")),
				readField(limit, "detail") ?? limit,
			),
		),
	];
};

function meter(id: string, label: string, windowLabel: string, value: unknown): UsageLimit[] {
	const limit = Number(readField(value, "limit"));
	const remaining = Number(readField(value, "remaining"));
	const used = Number(readField(value, "used") ?? limit - remaining);
	if (!(limit > 0) || Number.isNaN(used)) return [];
	const resetsAt = moment(readField(value, "resetTime") ?? readField(value, "reset_at"));
	return [usageLimit({ id, label, windowLabel, usedFraction: used / limit, ...(resetsAt && { resetsAt }) })];
}

function formatWindow(window: unknown): string {
	const duration = readField(window, "duration");
	const unit = readField(window, "timeUnit");
	if (typeof duration !== "number" || typeof unit !== "string") return "";
	return `${duration} ${unit.replace(/^TIME_UNIT_/, "").toLowerCase()}${duration === 1 ? "" : "s"}`;
}
