import { askJson } from "../../web/api/ask-json.ts";
import { fieldsOf, readList, textIn, textsIn } from "../../web/api/json-fields.ts";
import { resolveCount, type SearchProvider, type SearchRequest } from "../provider/search-provider.ts";
import { parseSource, plainSnippet } from "../provider/source.ts";

const freshness = { day: "pd", week: "pw", month: "pm", year: "py" } as const;

export const brave: SearchProvider = {
	id: "brave",
	name: "Brave",
	credential: "BRAVE_API_KEY",
	isAvailable: ({ keys }) => keys.variable("BRAVE_API_KEY") !== undefined,
	async search(request, { http, keys, now }) {
		const parameters = new URLSearchParams({
			q: request.text,
			count: String(resolveCount(request, { default: 10, max: 20 })),
			extra_snippets: "true",
			...period(request, now),
		});
		const answer = await askJson(http, {
			url: `https://api.search.brave.com/res/v1/web/search?${parameters}`,
			headers: { "x-subscription-token": keys.variable("BRAVE_API_KEY") ?? "" },
			signal: request.signal,
		});
		const results = readList(fieldsOf(answer.web).results);
		const sources = results.flatMap((result) =>
			parseSource({
				title: result.title,
				url: result.url,
				snippet: [textIn(result.description), ...textsIn(result.extra_snippets)].map(plainSnippet).join(" "),
				publishedDate: result.page_age,
				age: result.age,
				author: fieldsOf(result.profile).name,
			}),
		);
		return { sources, authMode: "api_key" };
	},
};

/** Days of the query are more exact than the recency. */
function period({ query, recency }: SearchRequest, now: () => number): { freshness?: string } {
	if (query.after !== undefined || query.before !== undefined) {
		const today = new Date(now()).toISOString().slice(0, 10);
		return { freshness: `${query.after ?? "1990-01-01"}to${query.before ?? today}` };
	}
	return recency ? { freshness: freshness[recency] } : {};
}
