import { askJson } from "../../web/api/ask-json.ts";
import { readList } from "../../web/api/json-fields.ts";
import type { SearchProvider } from "../provider/search-provider.ts";
import { parseSource } from "../provider/source.ts";

export const synthetic: SearchProvider = {
	id: "synthetic",
	name: "Synthetic",
	credential: "SYNTHETIC_API_KEY",
	isAvailable: ({ keys }) => keys.variable("SYNTHETIC_API_KEY") !== undefined || keys.has("synthetic"),
	async search(request, { http, keys }) {
		const stored = keys.has("synthetic") ? await keys.find("synthetic", request.signal) : undefined;
		const answer = await askJson(http, {
			url: "https://api.synthetic.new/v2/search",
			headers: { authorization: `Bearer ${stored?.key ?? keys.variable("SYNTHETIC_API_KEY")}` },
			body: { query: request.text },
			signal: request.signal,
		});
		const sources = readList(answer.results).flatMap((result) =>
			parseSource({ title: result.title, url: result.url, snippet: result.text, publishedDate: result.published }),
		);
		return { sources: sources.slice(0, request.count), authMode: "api_key" };
	},
};
