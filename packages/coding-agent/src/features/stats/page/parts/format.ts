const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

export function count(value: number): string {
	return whole.format(value);
}

/** `1.2M`, for axes and tiles. */
export function shortCount(value: number): string {
	return Math.abs(value) < 1000 ? String(Math.round(value * 10) / 10) : short.format(value);
}

export function money(value: number): string {
	const size = Math.abs(value);
	const digits = size >= 1000 ? 0 : size > 0 && size < 0.1 ? 4 : 2;
	return `${value < 0 ? "−" : ""}$${size.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits })}`;
}

export function percent(part: number): string {
	const value = part * 100;
	return `${value !== 0 && Math.abs(value) < 10 ? value.toFixed(1) : Math.round(value)}%`;
}

export function duration(ms: number | null): string {
	if (ms === null) return "–";
	if (ms < 1000) return `${Math.round(ms)} ms`;
	return ms < 60_000
		? `${(ms / 1000).toFixed(1)} s`
		: `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}

export function rate(value: number | null): string {
	return value === null ? "–" : shortCount(value);
}

export function time(at: number): string {
	return new Date(at).toLocaleString(undefined, {
		month: "short",
		day: "numeric",
		hour: "2-digit",
		minute: "2-digit",
		second: "2-digit",
	});
}

/** Without seconds, where there is little room. */
export function minute(at: number): string {
	return new Date(at).toLocaleString(undefined, { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" });
}

/** The name of a bucket: an hour or a day. */
export function bucketName(at: number, isHours: boolean): string {
	const date = new Date(at);
	return isHours
		? date.toLocaleString(undefined, { weekday: "short", hour: "2-digit", minute: "2-digit" })
		: date.toLocaleDateString(undefined, { month: "short", day: "numeric", year: "numeric" });
}

/** The end of a path, which tells folders apart. */
export function folderName(path: string): string {
	const parts = path.split(/[/\\]/).filter((part) => part !== "");
	return parts.length <= 2 ? path || "unknown" : `…/${parts.slice(-2).join("/")}`;
}
