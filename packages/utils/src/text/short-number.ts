/** `950`, `1.2K`, `200K`, `1.5M`: a count in the fewest signs that tell it. */
export function shortNumber(count: number): string {
	if (count < 1000) return String(Math.round(count));
	const [scaled, unit] = count < 999_500 ? [count / 1000, "K"] : [count / 1_000_000, "M"];
	return `${scaled < 99.95 ? Number(scaled.toFixed(1)) : Math.round(scaled)}${unit}`;
}

/** `42s`, `3m 05s`, `1h 12m` */
export function shortDuration(ms: number): string {
	const seconds = Math.floor(ms / 1000);
	if (seconds < 60) return `${seconds}s`;
	const minutes = Math.floor(seconds / 60);
	const two = (count: number) => String(count).padStart(2, "0");
	if (minutes < 60) return `${minutes}m ${two(seconds % 60)}s`;
	return `${Math.floor(minutes / 60)}h ${two(minutes % 60)}m`;
}
