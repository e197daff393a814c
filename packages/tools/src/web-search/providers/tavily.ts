import { askJson } from "../../web/api/ask-json.ts";
import { readList, textIn } from "../../web/api/json-fields.ts";
import { resolveCount, type SearchProvider } from "../provider/search-provider.ts";
import { parseSource } from "../provider/source.ts";

export const tavily: SearchProvider = {
	id: "tavily",
	name: "Tavily",
	credential: "TAVILY_API_KEY",
	isAvailable: ({ keys }) => keys.variable("TAVILY_API_KEY") !== undefined,
	async search(request, { http, keys }) {
		const { query, recency } = request;
		const answer = await askJson(http, {
			url: "https://api.tavily.com/search",
			headers: { authorization: `Bearer ${keys.variable("TAVILY_API_KEY")}` },
			body: {
				query: query.words || request.text,
				max_results: resolveCount(request, { default: 5, max: 20 }),
				include_answer: "basic",
				...(recency && { time_range: recency }),
				...(query.after && { start_date: query.after }),
				...(query.before && { end_date: query.before }),
				...(query.sites.length > 0 && { include_domains: query.sites }),
				...(query.excludedSites.length > 0 && { exclude_domains: query.excludedSites }),
			},
			signal: request.signal,
		});
		const text = textIn(answer.answer);
		const requestId = textIn(answer.request_id);
		return {
			...(text && { answer: text }),
			sources: readList(answer.results).flatMap((result) =>
				parseSource({ ...result, url: result.url, snippet: result.content, publishedDate: result.published_date }),
			),
			...(requestId && { requestId }),
			authMode: "api_key",
		};
	},
};
