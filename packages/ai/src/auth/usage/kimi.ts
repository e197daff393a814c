import { fieldOf } from "../oauth/token-claims.ts";
import { getUsage, moment } from "./get-usage.ts";
import { type UsageFetcher, type UsageLimit, usageLimit } from "./usage-report.ts";

export const kimiUsage: UsageFetcher = async (credential, ports) => {
	const answer = await getUsage("https://api.kimi.com/coding/v1/usages", credential, ports);
	const limits = fieldOf(answer, "limits");
	return [
		...meter("plan", "Plan", "week", fieldOf(answer, "usage")),
		...(Array.isArray(limits) ? limits : []).flatMap((limit: unknown, index) =>
			meter(`limit-${index + 1}`, "Rate", windowOf(fieldOf(limit, "window")), fieldOf(limit, "detail") ?? limit),
		),
	];
};

function meter(id: string, label: string, windowLabel: string, value: unknown): UsageLimit[] {
	const limit = Number(fieldOf(value, "limit"));
	const remaining = Number(fieldOf(value, "remaining"));
	const used = Number(fieldOf(value, "used") ?? limit - remaining);
	if (!(limit > 0) || Number.isNaN(used)) return [];
	const resetsAt = moment(fieldOf(value, "resetTime") ?? fieldOf(value, "reset_at"));
	return [usageLimit({ id, label, windowLabel, usedFraction: used / limit, ...(resetsAt && { resetsAt }) })];
}

function windowOf(window: unknown): string {
	const duration = fieldOf(window, "duration");
	const unit = fieldOf(window, "timeUnit");
	if (typeof duration !== "number" || typeof unit !== "string") return "";
	return `${duration} ${unit.replace(/^TIME_UNIT_/, "").toLowerCase()}${duration === 1 ? "" : "s"}`;
}
