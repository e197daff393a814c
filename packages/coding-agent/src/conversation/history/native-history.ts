import { isRecord } from "@oh-my-pi/pi-utils/is-record";

/** Key in a compaction's `preserveData`. */
export const nativeHistoryKey = "openaiRemoteCompaction";

/** History compacted by a provider's own API. */
export interface NativeHistory {
	readonly provider: string;
	readonly model: string;
	readonly items: readonly Record<string, unknown>[];
}

export function readNativeHistory(
	preserveData: Readonly<Record<string, unknown>> | undefined,
): NativeHistory | undefined {
	const kept = preserveData?.[nativeHistoryKey];
	if (!isRecord(kept) || typeof kept.provider !== "string" || !Array.isArray(kept.items)) return undefined;
	const model = typeof kept.model === "string" ? kept.model : "";
	const items = kept.items.filter(isRecord);
	return items.length > 0 ? { provider: kept.provider, model, items } : undefined;
}
