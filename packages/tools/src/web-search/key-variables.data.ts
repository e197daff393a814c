/** Variables with credentials of search services. Commands do not get them. */
export const searchKeyVariables: readonly string[] = [
	"ANTHROPIC_SEARCH_API_KEY",
	"BRAVE_API_KEY",
	"EXA_API_KEY",
	"JINA_API_KEY",
	"KAGI_API_KEY",
	"KIMI_SEARCH_API_KEY",
	"MOONSHOT_SEARCH_API_KEY",
	"PARALLEL_API_KEY",
	"PERPLEXITY_API_KEY",
	"PERPLEXITY_COOKIES",
	"SEARXNG_BASIC_PASSWORD",
	"SEARXNG_TOKEN",
	"SYNTHETIC_API_KEY",
	"TAVILY_API_KEY",
	"ZAI_API_KEY",
];
