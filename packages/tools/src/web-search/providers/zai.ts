import { parseJson, ServiceError } from "../../web/api/ask-json.ts";
import { type Fields, fieldsOf, readList, textIn } from "../../web/api/json-fields.ts";
import { callMcpTool } from "../provider/mcp-call.ts";
import type { SearchProvider, SearchRequest } from "../provider/search-provider.ts";
import { parseSource } from "../provider/source.ts";

const recencies = { day: "oneDay", week: "oneWeek", month: "oneMonth", year: "oneYear" } as const;

export const zai: SearchProvider = {
	id: "zai",
	name: "Z.AI",
	credential: "ZAI_API_KEY",
	isAvailable: ({ keys }) => keys.variable("ZAI_API_KEY") !== undefined || keys.has("zai"),
	// It says more than that the key is wrong: there are plans without search.
	refusal: (status, message) =>
		(status === 401 || status === 403) && message ? `Z.AI answered ${status}: ${message}` : undefined,
	async search(request, { http, keys }) {
		const stored = keys.has("zai") ? await keys.find("zai", request.signal) : undefined;
		const key = stored?.key ?? keys.variable("ZAI_API_KEY");
		const server = {
			url: "https://api.z.ai/api/mcp/web_search_prime/mcp",
			headers: { authorization: `Bearer ${key}` },
		};
		let problem: unknown;
		for (const shape of argumentShapes(request)) {
			try {
				const text = await callMcpTool(http, server, { name: "web_search_prime", arguments: shape }, request.signal);
				return { sources: sourcesIn(text).slice(0, request.count), authMode: "api_key" };
			} catch (error) {
				if (!(error instanceof ServiceError) || !isAboutArguments(error)) throw error;
				problem = error;
			}
		}
		throw problem;
	},
};

/** Versions of the tool differ in the arguments they accept. */
function argumentShapes({ text, recency, count, query }: SearchRequest): readonly object[] {
	const options = {
		...(recency && { search_recency_filter: recencies[recency] }),
		...(query.sites[0] !== undefined && { search_domain_filter: query.sites[0] }),
		...(count !== undefined && { count }),
	};
	return [{ search_query: text, ...options }, { search_query: text }, { query: text }];
}

function isAboutArguments({ message, status }: ServiceError): boolean {
	return (status === 0 || status === 400) && /argument|param|invalid|required|search_query|schema/i.test(message);
}

/** A list as JSON, which the server may have encoded twice. */
function sourcesIn(text: string) {
	const once = parseJson(text);
	const parsed = typeof once === "string" ? parseJson(once) : once;
	const nested = fieldsOf(parsed);
	const results: readonly Fields[] = Array.isArray(parsed)
		? readList(parsed)
		: readList(nested.search_result ?? nested.results ?? nested.data);
	if (parsed === undefined && text.trim() !== "") throw new ServiceError("answered something that is not JSON");
	return results.flatMap((result) =>
		parseSource({
			title: result.title,
			url: textIn(result.link) ?? result.url,
			snippet: textIn(result.content) ?? result.snippet,
			publishedDate: result.publish_date,
			author: result.media,
		}),
	);
}
