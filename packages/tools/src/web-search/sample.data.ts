import type { ToolSample } from "../view/tool-sample.ts";

export const webSearchSample: ToolSample = {
	args: { query: "bun test runner site:bun.sh", recency: "month" },
	done: {
		text: "",
		details: {
			response: {
				provider: "brave",
				sources: [
					{
						title: "Test runner – Bun",
						url: "https://bun.sh/docs/test",
						snippet: "Bun ships with a fast test runner.",
					},
					{ title: "Bun 1.4", url: "https://bun.sh/blog/bun-v1.4", age: "3 days ago" },
				],
			},
			failures: [{ provider: "tavily", message: "Tavily authorization failed (401); check TAVILY_API_KEY" }],
		},
	},
	failed: {
		text: "Error: All web search providers failed: brave: Brave rate limit reached (429); duckduckgo: DuckDuckGo asks for a proof of being human; set a key of another provider",
		details: { error: "All web search providers failed" },
	},
};
