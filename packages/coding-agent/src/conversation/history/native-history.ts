import { isRecord } from "@oh-my-pi/pi-session/entry";

/** Under this name a compaction's entry keeps it. */
export const nativeHistoryKey = "openaiRemoteCompaction";

/** The past as a provider has put it for itself. */
export interface NativeHistory {
	readonly provider: string;
	readonly model: string;
	readonly items: readonly Record<string, unknown>[];
}

export function nativeHistoryOf(
	preserveData: Readonly<Record<string, unknown>> | undefined,
): NativeHistory | undefined {
	const kept = preserveData?.[nativeHistoryKey];
	if (!isRecord(kept) || typeof kept.provider !== "string" || !Array.isArray(kept.items)) return undefined;
	const model = typeof kept.model === "string" ? kept.model : "";
	const items = kept.items.filter(isRecord);
	return items.length > 0 ? { provider: kept.provider, model, items } : undefined;
}
