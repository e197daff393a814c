import { boolean, choice, integer, record, section } from "@oh-my-pi/pi-utils/settings/setting";

const place = { tab: "Model", group: "Retry & Fallback" } as const;

export const retrySettings = section(
	"retry",
	{
		enabled: boolean({
			default: true,
			fileOnly: true,
			label: "Retry",
			help: "Ask again when a provider fails for a moment.",
		}),
		maxRetries: integer({ default: 10, min: 0, max: 100, label: "Retries", help: "How often to ask again." }),
		baseDelayMs: integer({
			default: 500,
			min: 0,
			fileOnly: true,
			label: "First wait",
			help: "Milliseconds before the first retry.",
		}),
		maxDelayMs: integer({
			default: 300_000,
			min: 0,
			label: "Longest wait",
			help: "Give up when a provider asks for more milliseconds than this.",
		}),
		modelFallback: boolean({
			default: true,
			label: "Fallback",
			help: "Go on with another model when one keeps failing.",
		}),
		fallbackChains: record<readonly string[]>({
			default: {},
			problemWithEntry: (entry) =>
				Array.isArray(entry) && entry.every((item) => typeof item === "string")
					? undefined
					: "must be a list of model selectors",
			label: "Fallback models",
			help: "Role, provider/model or provider/* to the models to try in order; default covers the rest.",
		}),
		fallbackRevertPolicy: choice({
			default: "cooldown-expiry",
			values: ["cooldown-expiry", "never"],
			label: "Return",
			help: "When to go back to the first model.",
		}),
		usageAwareFallback: boolean({
			default: false,
			label: "Mind quotas",
			help: "Change models before a plan's quota is used up.",
		}),
		usageReservePct: integer({
			default: 10,
			min: 0,
			max: 100,
			label: "Quota reserve",
			help: "How many percent of a quota to keep.",
		}),
		usageReservePolicy: choice({
			default: "confirm",
			values: ["confirm", "auto", "fail-closed"],
			label: "At the reserve",
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
			help: "Let Anthropic answer with another model when one declines for safety.",
		}),
	},
	place,
);
