import { askJson } from "../../web/api/ask-json.ts";
import { readList, textIn } from "../../web/api/json-fields.ts";
import type { SearchProvider } from "../provider/search-provider.ts";
import { parseSource } from "../provider/source.ts";

export const jina: SearchProvider = {
	id: "jina",
	name: "Jina",
	credential: "JINA_API_KEY",
	isAvailable: ({ keys }) => keys.variable("JINA_API_KEY") !== undefined,
	async search(request, { http, keys }) {
		const answer = await askJson(http, {
			url: `https://s.jina.ai/${encodeURIComponent(request.text)}`,
			// Snippets suffice; whole pages would be paid for.
			headers: { authorization: `Bearer ${keys.variable("JINA_API_KEY")}`, "x-respond-with": "no-content" },
			signal: request.signal,
		});
		const sources = readList(answer.data).flatMap((result) =>
			parseSource({
				...result,
				url: result.url,
				snippet: textIn(result.description) ?? result.content,
				publishedDate: textIn(result.publishedTime) ?? result.date,
			}),
		);
		return { sources: request.count === undefined ? sources : sources.slice(0, request.count), authMode: "api_key" };
	},
};
