const UNITS: ReadonlyArray<readonly [seconds: number, suffix: string]> = [
	[365 * 86_400, "y"],
	[30 * 86_400, "mo"],
	[7 * 86_400, "w"],
	[86_400, "d"],
	[3_600, "h"],
	[60, "m"],
];

/** `just now`, `5m ago`, `3d ago` */
export function timeAgo(thenMs: number, nowMs: number): string {
	const seconds = Math.max(0, Math.floor((nowMs - thenMs) / 1000));
	const unit = UNITS.find(([size]) => seconds >= size);
	return unit ? `${Math.floor(seconds / unit[0])}${unit[1]} ago` : "just now";
}
