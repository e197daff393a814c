/** The delay requested by the server, from its headers or else its message. */
export function retryAfterMs(headers: Headers, body: string, now: number): number | undefined {
	return (
		milliseconds(headers.get("retry-after-ms")) ??
		secondsOrDate(headers.get("retry-after"), now) ??
		milliseconds(headers.get("x-ratelimit-reset-ms")) ??
		secondsOrDate(headers.get("x-ratelimit-reset"), now) ??
		fromWords(body)
	);
}

function milliseconds(value: string | null): number | undefined {
	if (!value) return undefined;
	const parsed = Number(value);
	return Number.isFinite(parsed) && parsed >= 0 ? Math.round(parsed) : undefined;
}

function secondsOrDate(value: string | null, now: number): number | undefined {
	if (!value) return undefined;
	const seconds = Number(value);
	if (Number.isFinite(seconds)) {
		// Some hosts send the time of the reset instead of the delay.
		const delay = seconds > 1e9 ? seconds * 1000 - now : seconds * 1000;
		return Math.max(0, Math.round(delay));
	}
	const date = Date.parse(value);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function fromWords(body: string): number | undefined {
	const google = /"retryDelay"\s*:\s*"([\d.]+)s"/.exec(body);
	if (google?.[1]) return Math.round(Number(google[1]) * 1000);
	const words = /try again in ([\d.]+)\s*(ms|milliseconds?|s|sec|seconds?|m|min|minutes?)\b/i.exec(body);
	if (!words?.[1] || !words[2]) return undefined;
	const unit = words[2].toLowerCase();
	const factor = unit.startsWith("ms") || unit.startsWith("milli") ? 1 : unit.startsWith("s") ? 1000 : 60_000;
	return Math.round(Number(words[1]) * factor);
}
