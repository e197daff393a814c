import { askJson } from "../../web/api/ask-json.ts";
import { fieldsOf, listOf, textIn } from "../../web/api/json-fields.ts";
import { countOf, earliestDay, type SearchProvider } from "../search-provider.ts";
import { sourceOf } from "../source.ts";

export const kagi: SearchProvider = {
	id: "kagi",
	name: "Kagi",
	credential: "KAGI_API_KEY",
	isAvailable: ({ keys }) => keys.variable("KAGI_API_KEY") !== undefined,
	async search(request, { http, keys, now }) {
		const after = earliestDay(request, now);
		const { before } = request.query;
		const filters = { ...(after && { after }), ...(before && { before }) };
		const answer = await askJson(http, {
			url: "https://kagi.com/api/v1/search",
			headers: { authorization: `Bearer ${keys.variable("KAGI_API_KEY")}` },
			body: {
				query: request.text,
				workflow: "search",
				limit: countOf(request, { default: 10, max: 40 }),
				...(Object.keys(filters).length > 0 && { filters }),
			},
			signal: request.signal,
		});
		const data = fieldsOf(answer.data);
		const requestId = textIn(fieldsOf(answer.meta).trace);
		const direct = listOf(data.direct_answer)[0];
		const text = textIn(direct?.snippet) ?? textIn(direct?.title);
		const related = listOf(data.adjacent_question).flatMap(({ title, props }) => {
			return textIn(fieldsOf(props).question) ?? textIn(title) ?? [];
		});
		return {
			...(text && { answer: text }),
			sources: [...listOf(data.search), ...listOf(data.news)].flatMap((result) =>
				sourceOf({ ...result, url: result.url, publishedDate: result.time }),
			),
			...(related.length > 0 && { relatedQuestions: related }),
			...(requestId && { requestId }),
			authMode: "api_key",
		};
	},
};
