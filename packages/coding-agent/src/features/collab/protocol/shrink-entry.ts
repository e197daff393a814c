import type { SessionEntry } from "@oh-my-pi/pi-session/entry/entry";
import { maxEntryBytes } from "./limits.data.ts";

const textLimits = [256_000, 32_000, 2000, 512] as const;

/** An entry that fits into a frame: what is too large loses its images, then the ends of its texts. */
export function shrinkEntry(entry: SessionEntry, maxBytes = maxEntryBytes): SessionEntry {
	if (JSON.stringify(entry).length <= maxBytes) return entry;
	for (const limit of [Number.POSITIVE_INFINITY, ...textLimits]) {
		const small = shrink(entry, limit) as SessionEntry;
		if (JSON.stringify(small).length <= maxBytes) return small;
	}
	const { type, id, parentId, timestamp } = entry;
	const placeholder = { type: "custom", customType: "collab-left-out", data: { type }, id, parentId, timestamp };
	return placeholder as SessionEntry;
}

function shrink(value: unknown, limit: number): unknown {
	if (typeof value === "string")
		return value.length <= limit ? value : `${value.slice(0, limit)}… [${value.length - limit} characters left out]`;
	if (Array.isArray(value)) return value.map((item) => shrink(item, limit));
	if (typeof value !== "object" || value === null) return value;
	if ("type" in value && value.type === "image" && "data" in value) return { type: "text", text: "[image left out]" };
	return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shrink(item, limit)]));
}
