import { choice, integer, list, number, record, section, textList } from "@oh-my-pi/pi-utils/settings/setting";

const roles = { tab: "Model", group: "Roles" } as const;

export const modelChoiceSettings = section(
	"",
	{
		modelProviderOrder: textList({
			default: [],
			fileOnly: true,
			label: "Provider order",
			help: "Which provider to prefer when several have a model.",
		}),
		enabledModels: list({
			default: [],
			fileOnly: true,
			label: "Enabled models",
			help: "Models to choose and cycle among, as selectors, globs or parts of a name; none means all.",
		}),
		disabledProviders: list({
			default: [],
			fileOnly: true,
			label: "Disabled providers",
			help: "Providers and discovery sources that are never used.",
		}),
	},
	roles,
);

export const providerSettings = section(
	"providers",
	{
		maxInFlightRequests: record<number>({
			default: {},
			problemWithEntry: (entry) => (typeof entry === "number" && entry > 0 ? undefined : "must be a number above 0"),
			label: "Requests at once",
			help: "Provider to the most requests at a time, over all running omp.",
		}),
		"ollama-cloud.maxConcurrency": integer({
			default: 3,
			min: 1,
			label: "Ollama Cloud",
			help: "Subagents that may use Ollama Cloud at once.",
		}),
		kimiApiFormat: choice({
			default: "anthropic",
			values: ["openai", "anthropic"],
			label: "Kimi protocol",
			help: "How to speak to Kimi Code.",
		}),
		openaiWebsockets: choice({
			default: "auto",
			values: ["auto", "off", "on"],
			label: "OpenAI WebSockets",
			help: "Whether replies of OpenAI come over a WebSocket.",
		}),
		openrouterVariant: choice({
			default: "default",
			values: ["default", "nitro", "floor", "online", "exacto"],
			label: "OpenRouter variant",
			help: "What OpenRouter goes by when it chooses a host.",
		}),
		antigravityEndpoint: choice({
			default: "auto",
			values: ["auto", "production", "sandbox"],
			label: "Antigravity",
			help: "Which endpoint of Antigravity is used.",
		}),
		fireworksTier: choice({
			default: "standard",
			values: ["standard", "priority"],
			label: "Fireworks tier",
			help: "How urgently Fireworks processes requests.",
		}),
		streamFirstEventTimeoutSeconds: number({
			default: -1,
			min: -1,
			label: "First word",
			help: "Seconds to wait for a reply to begin; -1 for the provider's usual time, 0 without end.",
		}),
		streamIdleTimeoutSeconds: number({
			default: -1,
			min: -1,
			label: "Silence",
			help: "Seconds a reply may pause; -1 for the provider's usual time, 0 without end.",
		}),
	},
	{ tab: "Providers", group: "Models" },
);

export const providerContextSettings = section(
	"provider",
	{
		appendOnlyContext: choice({
			default: "auto",
			values: ["auto", "on", "off"],
			label: "Append only",
			help: "Never change what was sent before, so that prompt caches work.",
		}),
	},
	{ tab: "Providers", group: "Models" },
);
