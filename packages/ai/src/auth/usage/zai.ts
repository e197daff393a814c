import { readField } from "../oauth/token-claims.ts";
import { getUsage, moment } from "./get-usage.ts";
import { type UsageFetcher, usageLimit } from "./usage-report.ts";

const labels: Readonly<Record<string, string>> = { TOKENS_LIMIT: "Tokens", TIME_LIMIT: "Tool calls" };

export const zaiUsage: UsageFetcher = async (credential, ports) => {
	const answer = await getUsage("https://api.z.ai/api/monitor/usage/quota/limit", credential, ports);
	const limits = readField(answer, "data", "limits");
	return (Array.isArray(limits) ? limits : []).flatMap((limit: unknown) => {
		const type = readField(limit, "type");
		const percent = readField(limit, "percentage");
		if (typeof type !== "string" || typeof percent !== "number") return [];
		const resetsAt = moment(readField(limit, "nextResetTime"));
		const label = labels[type] ?? type;
		return [
			usageLimit({ id: type, label, windowLabel: "", usedFraction: percent / 100, ...(resetsAt && { resetsAt }) }),
		];
	});
};
