import { boolean, integer, section } from "../setting.ts";

export const retrySettings = section("retry", {
	enabled: boolean({ default: true, label: "Retry", help: "Ask again when a provider fails for a moment." }),
	maxRetries: integer({ default: 10, min: 0, max: 100, label: "Retries", help: "How often to ask again." }),
	baseDelayMs: integer({ default: 500, min: 0, label: "First wait", help: "Milliseconds before the first retry." }),
	maxDelayMs: integer({
		default: 300_000,
		min: 0,
		label: "Longest wait",
		help: "Give up when a provider asks for more.",
	}),
});
