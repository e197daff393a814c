import { readField } from "../oauth/token-claims.ts";
import { getUsage, moment } from "./get-usage.ts";
import { type UsageFetcher, usageLimit } from "./usage-report.ts";

const windows = [
	["primary_window", "Short term"],
	["secondary_window", "Long term"],
] as const;

export const codexUsage: UsageFetcher = async (credential, ports) => {
	const account = credential.tokens?.accountId;
	const answer = await getUsage("https://chatgpt.com/backend-api/wham/usage", credential, ports, {
		headers: account ? { "chatgpt-account-id": account } : {},
	});
	return windows.flatMap(([id, label]) => {
		const window = readField(answer, "rate_limit", id);
		const percent = readField(window, "used_percent");
		if (typeof percent !== "number") return [];
		const seconds = readField(window, "limit_window_seconds");
		const after = readField(window, "reset_after_seconds");
		const resetsAt =
			moment(readField(window, "reset_at")) ?? (typeof after === "number" ? ports.now() + after * 1000 : undefined);
		return [
			usageLimit({
				id,
				label,
				windowLabel: typeof seconds === "number" ? formatWindow(seconds) : "",
				usedFraction: percent / 100,
				...(resetsAt && { resetsAt }),
			}),
		];
	});
};

function formatWindow(seconds: number): string {
	const hours = Math.round(seconds / 3600);
	return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}
