import { askJson } from "../../web/api/ask-json.ts";
import { fieldsOf, readList, textIn } from "../../web/api/json-fields.ts";
import { earliestDay, resolveCount, type SearchProvider } from "../provider/search-provider.ts";
import { parseSource } from "../provider/source.ts";

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
				limit: resolveCount(request, { default: 10, max: 40 }),
				...(Object.keys(filters).length > 0 && { filters }),
			},
			signal: request.signal,
		});
		const data = fieldsOf(answer.data);
		const requestId = textIn(fieldsOf(answer.meta).trace);
		const direct = readList(data.direct_answer)[0];
		const text = textIn(direct?.snippet) ?? textIn(direct?.title);
		const related = readList(data.adjacent_question).flatMap(({ title, props }) => {
			return textIn(fieldsOf(props).question) ?? textIn(title) ?? [];
		});
		return {
			...(text && { answer: text }),
			sources: [...readList(data.search), ...readList(data.news)].flatMap((result) =>
				parseSource({ ...result, url: result.url, publishedDate: result.time }),
			),
			...(related.length > 0 && { relatedQuestions: related }),
			...(requestId && { requestId }),
			authMode: "api_key",
		};
	},
};
