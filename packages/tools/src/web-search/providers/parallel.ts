import { askJson } from "../../web/api/ask-json.ts";
import { readList, textIn, textsIn } from "../../web/api/json-fields.ts";
import { earliestDay, resolveCount, type SearchProvider } from "../provider/search-provider.ts";
import { parseSource } from "../provider/source.ts";

export const parallel: SearchProvider = {
	id: "parallel",
	name: "Parallel",
	credential: "PARALLEL_API_KEY",
	isAvailable: ({ keys }) => keys.variable("PARALLEL_API_KEY") !== undefined,
	async search(request, { http, keys, now }) {
		const { sites, excludedSites } = request.query;
		const policy = {
			...(sites.length > 0 && { include_domains: sites }),
			...(sites.length === 0 && excludedSites.length > 0 && { exclude_domains: excludedSites }),
			...after(earliestDay(request, now)),
		};
		const answer = await askJson(http, {
			url: "https://api.parallel.ai/v1beta/search",
			headers: {
				"x-api-key": keys.variable("PARALLEL_API_KEY") ?? "",
				"parallel-beta": "search-extract-2025-10-10",
			},
			body: {
				objective: request.text,
				search_queries: [request.query.words || request.text],
				max_results: resolveCount(request, { default: 10, max: 40 }),
				excerpts: { max_chars_per_result: 1000 },
				...(Object.keys(policy).length > 0 && { source_policy: policy }),
			},
			signal: request.signal,
		});
		const requestId = textIn(answer.search_id);
		return {
			sources: readList(answer.results).flatMap((result) =>
				parseSource({
					title: result.title,
					url: result.url,
					snippet: textsIn(result.excerpts).join(" … "),
					publishedDate: result.publish_date,
				}),
			),
			...(requestId && { requestId }),
			authMode: "api_key",
		};
	},
};

function after(day: string | undefined): { after_date?: string } {
	return day === undefined ? {} : { after_date: day };
}
