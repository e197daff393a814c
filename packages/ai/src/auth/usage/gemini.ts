import { readField } from "../oauth/token-claims.ts";
import { getUsage, moment } from "./get-usage.ts";
import { type UsageFetcher, usageLimit } from "./usage-report.ts";

export const geminiUsage: UsageFetcher = async (credential, ports) => {
	const answer = await getUsage("https://cloudcode-pa.googleapis.com/v1internal:retrieveUserQuota", credential, ports, {
		body: { project: credential.tokens?.projectId },
	});
	const buckets = readField(answer, "buckets");
	return (Array.isArray(buckets) ? buckets : []).flatMap((bucket: unknown) => {
		const model = readField(bucket, "modelId");
		const left = readField(bucket, "remainingFraction");
		if (typeof model !== "string" || typeof left !== "number") return [];
		const resetsAt = moment(readField(bucket, "resetTime"));
		return [
			usageLimit({
				id: model,
				label: model,
				windowLabel: "day",
				usedFraction: 1 - left,
				...(resetsAt && { resetsAt }),
			}),
		];
	});
};
