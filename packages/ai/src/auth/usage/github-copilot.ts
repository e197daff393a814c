import { readField } from "../oauth/token-claims.ts";
import { getUsage, moment } from "./get-usage.ts";
import { type UsageFetcher, usageLimit } from "./usage-report.ts";

const meters = [
	["premium_interactions", "Premium requests"],
	["chat", "Chat"],
] as const;

export const copilotUsage: UsageFetcher = async (credential, ports) => {
	const domain = credential.tokens?.enterpriseUrl;
	const api = domain ? `https://api.${domain}` : "https://api.github.com";
	const answer = await getUsage(`${api}/copilot_internal/user`, credential, ports);
	const resetsAt = moment(readField(answer, "quota_reset_date"));
	return meters.flatMap(([id, label]) => {
		const meter = readField(answer, "quota_snapshots", id);
		const left = readField(meter, "percent_remaining");
		if (typeof left !== "number" || readField(meter, "unlimited") === true) return [];
		return [
			usageLimit({ id, label, windowLabel: "month", usedFraction: 1 - left / 100, ...(resetsAt && { resetsAt }) }),
		];
	});
};
