import { choice, integer, list, number, record, section, textList } from "@oh-my-pi/pi-utils/settings/setting";

const roles = { tab: "Model", group: "Roles" } as const;

export const modelChoiceSettings = section(
	"",
	{
		modelProviderOrder: textList({
			default: [],
			fileOnly: true,
			label: "Provider order",
			help: "Preferred providers when several offer a model.",
		}),
		enabledModels: list({
			default: [],
			fileOnly: true,
			label: "Enabled models",
			help: "Models to choose from and cycle through, as selectors, globs or parts of a name; none means all.",
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
			label: "Parallel requests",
			help: "Maximum parallel requests by provider, across all omp processes.",
		}),
		"ollama-cloud.maxConcurrency": integer({
			default: 3,
			min: 1,
			label: "Ollama Cloud limit",
			help: "Subagents that may use Ollama Cloud in parallel.",
		}),
		kimiApiFormat: choice({
			default: "anthropic",
			values: ["openai", "anthropic"],
			label: "Kimi protocol",
			help: "API format for Kimi Code.",
		}),
		openaiWebsockets: choice({
			default: "auto",
			values: ["auto", "off", "on"],
			label: "OpenAI WebSockets",
			help: "Whether OpenAI replies arrive over a WebSocket.",
		}),
		openrouterVariant: choice({
			default: "default",
			values: ["default", "nitro", "floor", "online", "exacto"],
			label: "OpenRouter variant",
			help: "Routing preference of OpenRouter.",
		}),
		antigravityEndpoint: choice({
			default: "auto",
			values: ["auto", "production", "sandbox"],
			label: "Antigravity endpoint",
			help: "Which Antigravity endpoint to use.",
		}),
		fireworksTier: choice({
			default: "standard",
			values: ["standard", "priority"],
			label: "Fireworks tier",
			help: "Priority of requests at Fireworks.",
		}),
		streamFirstEventTimeoutSeconds: number({
			default: -1,
			min: -1,
			label: "First event timeout",
			help: "Seconds to wait for the first event of a reply; -1 for the provider's default, 0 for no timeout.",
		}),
		streamIdleTimeoutSeconds: number({
			default: -1,
			min: -1,
			label: "Idle timeout",
			help: "Seconds a reply may pause; -1 for the provider's default, 0 for no timeout.",
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
			label: "Append-only context",
			help: "Never change messages already sent, so that the prompt cache stays valid.",
		}),
	},
	{ tab: "Providers", group: "Models" },
);
