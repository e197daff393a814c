import { readField } from "../oauth/token-claims.ts";
import { getUsage, moment } from "./get-usage.ts";
import { type UsageFetcher, usageLimit } from "./usage-report.ts";

const windows = [
	["five_hour", "Session", "5 hours"],
	["seven_day", "Week", "7 days"],
	["seven_day_opus", "Week, Opus", "7 days"],
	["seven_day_sonnet", "Week, Sonnet", "7 days"],
] as const;

export const anthropicUsage: UsageFetcher = async (credential, ports) => {
	const headers = { "anthropic-beta": "oauth-2025-04-20" };
	const answer = await getUsage("https://api.anthropic.com/api/oauth/usage", credential, ports, { headers });
	return windows.flatMap(([id, label, windowLabel]) => {
		const percent = readField(answer, id, "utilization");
		if (typeof percent !== "number") return [];
		const resetsAt = moment(readField(answer, id, "resets_at"));
		return [usageLimit({ id, label, windowLabel, usedFraction: percent / 100, ...(resetsAt && { resetsAt }) })];
	});
};
