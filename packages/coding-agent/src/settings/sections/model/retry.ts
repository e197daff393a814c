import { boolean, choice, integer, record, section } from "@oh-my-pi/pi-utils/settings/setting";

const place = { tab: "Model", group: "Retry & Fallback" } as const;

export const retrySettings = section(
	"retry",
	{
		enabled: boolean({
			default: true,
			fileOnly: true,
			label: "Retry",
			help: "Retry transient provider errors.",
		}),
		maxRetries: integer({ default: 10, min: 0, max: 100, label: "Retries", help: "Maximum number of retries." }),
		baseDelayMs: integer({
			default: 500,
			min: 0,
			fileOnly: true,
			label: "First retry delay",
			help: "Milliseconds before the first retry.",
		}),
		maxDelayMs: integer({
			default: 300_000,
			min: 0,
			label: "Longest retry delay",
			help: "Longest retry-after to wait for, in milliseconds.",
		}),
		modelFallback: boolean({
			default: true,
			label: "Model fallback",
			help: "Switch to another model when one keeps failing.",
		}),
		fallbackChains: record<readonly string[]>({
			default: {},
			problemWithEntry: (entry) =>
				Array.isArray(entry) && entry.every((item) => typeof item === "string")
					? undefined
					: "must be a list of model selectors",
			label: "Fallback models",
			help: "Models to try in order, by role, provider/model or provider/*; default covers the rest.",
		}),
		fallbackRevertPolicy: choice({
			default: "cooldown-expiry",
			values: ["cooldown-expiry", "never"],
			label: "Return to the first model",
			help: "When to switch back to the primary model.",
		}),
		usageAwareFallback: boolean({
			default: false,
			label: "Avoid exhausted accounts",
			help: "Switch models before a quota is used up.",
		}),
		usageReservePct: integer({
			default: 10,
			min: 0,
			max: 100,
			label: "Quota reserve",
			help: "Percentage of a quota to keep in reserve.",
		}),
		usageReservePolicy: choice({
			default: "confirm",
			values: ["confirm", "auto", "fail-closed"],
			label: "When quota runs low",
			help: "What to do when only the reserve is left.",
		}),
	},
	place,
);

export const anthropicSettings = section(
	"providers.anthropic",
	{
		serverSideFallback: boolean({
			default: false,
			label: "Claude's own fallback",
			help: "Let Anthropic fall back to another model after a safety refusal.",
		}),
	},
	place,
);
