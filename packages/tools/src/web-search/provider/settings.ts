import { boolean, choice, integer, number, section, string, textList } from "@oh-my-pi/pi-utils/settings/setting";

export const webSearchSettings = section(
	"web_search",
	{ enabled: boolean({ default: true, label: "web_search", help: "Search the web." }) },
	{ tab: "Tools", group: "Available Tools" },
	{ project: "switch" },
);

const place = { tab: "Providers", group: "Web & Images" } as const;

export const searchProviderSettings = section(
	"providers",
	{
		webSearch: choice({
			default: "auto",
			values: [
				"auto",
				"tavily",
				"perplexity",
				"brave",
				"jina",
				"kimi",
				"anthropic",
				"gemini",
				"codex",
				"zai",
				"exa",
				"parallel",
				"kagi",
				"synthetic",
				"searxng",
			],
			label: "Web search",
			help: "Web search provider.",
		}),
		webSearchOrder: textList({ default: [], label: "Search order", help: "Order of search providers." }),
		webSearchExclude: textList({
			default: [],
			label: "Excluded search providers",
			help: "Search providers that are never used.",
		}),
		webSearchTimeoutSeconds: number({
			default: 60,
			min: 1,
			max: 300,
			label: "Search timeout",
			help: "Timeout of a provider in seconds.",
		}),
		webSearchGeminiModel: string({
			label: "Gemini search",
			help: "The model for web search; gemini-2.5-flash by default.",
		}),
	},
	place,
	{ project: "free" },
);

export const exaSettings = section(
	"exa",
	{
		enabled: boolean({ default: true, label: "Exa", help: "Use Exa if there is a key." }),
		enableSearch: boolean({ default: true, label: "Exa search", help: "Search with Exa." }),
		enableResearcher: boolean({ default: false, label: "Exa researcher", help: "Offer Exa's researcher." }),
		enableWebsets: boolean({ default: false, label: "Exa websets", help: "Offer Exa's websets." }),
		searchDelayMs: integer({
			default: 1000,
			min: 0,
			label: "Exa delay",
			help: "Milliseconds between searches.",
		}),
	},
	place,
	{ project: "trust" },
);

export const searxngSettings = section(
	"searxng",
	{
		endpoint: string({ label: "SearXNG", help: "URL of your SearXNG server." }),
		token: string({ credential: true, label: "SearXNG token", help: "Its token." }),
		basicUsername: string({ label: "SearXNG user", help: "User name; takes precedence over the token." }),
		basicPassword: string({ credential: true, label: "SearXNG password", help: "Its password." }),
		categories: string({ label: "SearXNG categories", help: "Categories to search, comma-separated." }),
		engines: string({ label: "SearXNG engines", help: "Engines to use, comma-separated." }),
		language: string({ label: "SearXNG language", help: "The language of results." }),
		safesearch: number({ min: 0, max: 2, label: "SearXNG safe search", help: "0, 1 or 2." }),
	},
	place,
	{ project: "trust" },
);
