import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { UsageHistoryRow, UsageLimit, UsageReport } from "../store/account-usage.ts";
import { usageLimit } from "../usage/usage-report.ts";

const statuses = { ok: "ok", near: "warning", spent: "exhausted" } as const;

/** A report as brokers and gateways send it. */
export function toWireUsage(report: UsageReport, credentialId?: number): Record<string, unknown> {
	const { provider, fetchedAt, accountKey, email, limits } = report;
	return {
		provider,
		fetchedAt,
		limits: limits.map((limit) => toWireLimit(limit, provider)),
		metadata: { accountKey, ...(email && { email }), ...(credentialId !== undefined && { credentialId }) },
	};
}

function toWireLimit(limit: UsageLimit, provider: string): Record<string, unknown> {
	const { id, label, windowLabel, usedFraction, resetsAt, status } = limit;
	return {
		id,
		label,
		scope: { provider, windowId: id },
		window: { id, label: windowLabel, ...(resetsAt !== undefined && { resetsAt }) },
		amount: { usedFraction, remainingFraction: Math.max(0, 1 - usedFraction), unit: "percent" },
		status: statuses[status],
	};
}

export interface ReceivedUsage {
	readonly report: UsageReport;
	readonly credentialId: number | undefined;
}

/** `undefined` for a report that cannot be understood. */
export function fromWireUsage(value: unknown): ReceivedUsage | undefined {
	if (!isRecord(value) || typeof value.provider !== "string" || !Array.isArray(value.limits)) return undefined;
	const { provider } = value;
	const metadata = isRecord(value.metadata) ? value.metadata : {};
	const email = typeof metadata.email === "string" ? metadata.email : undefined;
	const accountKey = typeof metadata.accountKey === "string" ? metadata.accountKey : (email ?? provider);
	return {
		report: {
			provider,
			accountKey,
			...(email && { email }),
			limits: value.limits.map(fromWireLimit).filter((limit) => limit !== undefined),
			fetchedAt: typeof value.fetchedAt === "number" ? value.fetchedAt : 0,
		},
		credentialId: typeof metadata.credentialId === "number" ? metadata.credentialId : undefined,
	};
}

function fromWireLimit(value: unknown): UsageLimit | undefined {
	if (!isRecord(value) || typeof value.id !== "string" || !isRecord(value.amount)) return undefined;
	const usedFraction = readUsedFraction(value.amount);
	if (usedFraction === undefined) return undefined;
	const window = isRecord(value.window) ? value.window : {};
	return usageLimit({
		id: value.id,
		label: typeof value.label === "string" ? value.label : value.id,
		windowLabel: typeof window.label === "string" ? window.label : "",
		usedFraction,
		...(typeof window.resetsAt === "number" && { resetsAt: window.resetsAt }),
	});
}

function readUsedFraction({
	usedFraction,
	remainingFraction,
	used,
	limit,
}: Record<string, unknown>): number | undefined {
	if (typeof usedFraction === "number") return usedFraction;
	if (typeof remainingFraction === "number") return 1 - remainingFraction;
	return typeof used === "number" && typeof limit === "number" && limit > 0 ? used / limit : undefined;
}

/** `undefined` for a row that cannot be understood. */
export function parseHistoryRow(value: unknown): UsageHistoryRow | undefined {
	if (!isRecord(value)) return undefined;
	const { recordedAt, provider, accountKey, limitId, usedFraction } = value;
	if (typeof recordedAt !== "number" || typeof provider !== "string" || typeof limitId !== "string") return undefined;
	const text = (field: unknown) => (typeof field === "string" ? field : "");
	return {
		recordedAt,
		provider,
		accountKey: text(accountKey),
		email: typeof value.email === "string" ? value.email : null,
		limitId,
		label: text(value.label),
		windowLabel: text(value.windowLabel),
		usedFraction: typeof usedFraction === "number" ? usedFraction : 0,
		status: text(value.status),
		resetsAt: typeof value.resetsAt === "number" ? value.resetsAt : null,
	};
}
