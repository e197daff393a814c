export const ranges = ["1h", "24h", "7d", "30d", "90d", "all"] as const;
export type Range = (typeof ranges)[number];

const hourMs = 3_600_000;
const spans: Readonly<Record<Exclude<Range, "all">, number>> = {
	"1h": hourMs,
	"24h": 24 * hourMs,
	"7d": 7 * 24 * hourMs,
	"30d": 30 * 24 * hourMs,
	"90d": 90 * 24 * hourMs,
};

export function parseRange(text: string | null): Range {
	return ranges.find((range) => range === text) ?? "24h";
}

/** Short ranges are exact and have hours; long ones begin with a quarter of an hour and have days. */
export function isShort(range: Range): boolean {
	return range === "1h" || range === "24h";
}

/** The first moment of a range, `undefined` for all time. */
export function rangeStart(range: Range, now: number): number | undefined {
	return range === "all" ? undefined : now - spans[range];
}

/** The shortest range from a day on that has a moment in it. */
export function rangeWith(at: number, now: number): Range {
	return ranges.find((range) => range !== "1h" && (rangeStart(range, now) ?? 0) <= at) ?? "all";
}

/** The local hour or day that a moment belongs to. */
export function bucketStart(range: Range, at: number): number {
	const date = new Date(at);
	if (isShort(range)) return date.setMinutes(0, 0, 0);
	return date.setHours(0, 0, 0, 0);
}
