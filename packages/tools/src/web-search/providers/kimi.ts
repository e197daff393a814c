import { askJson, ServiceError } from "../../web/api/ask-json.ts";
import { readList, textIn } from "../../web/api/json-fields.ts";
import { resolveCount, type SearchPorts, type SearchProvider } from "../provider/search-provider.ts";
import { parseSource } from "../provider/source.ts";

export const kimi: SearchProvider = {
	id: "kimi",
	name: "Kimi",
	credential: "MOONSHOT_SEARCH_API_KEY or /login kimi-code",
	isAvailable: ({ keys }) => ownKey({ keys }) !== undefined || keys.has("kimi-code"),
	async search(request, ports) {
		const { http, keys } = ports;
		const searchKey = ownKey(ports);
		const stored = searchKey === undefined ? await keys.find("kimi-code", request.signal) : undefined;
		const key = searchKey ?? stored?.key;
		if (key === undefined) throw new ServiceError("no key", { status: 401 });
		const endpoint = keys.variable("MOONSHOT_SEARCH_BASE_URL") ?? keys.variable("KIMI_SEARCH_BASE_URL");
		const answer = await askJson(http, {
			url: endpoint ?? "https://api.kimi.com/coding/v1/search",
			isConfigured: endpoint !== undefined,
			headers: { authorization: `Bearer ${key}` },
			body: {
				text_query: request.text,
				limit: resolveCount(request, { default: 10, max: 20 }),
				enable_page_crawling: false,
				timeout_seconds: 30,
			},
			signal: request.signal,
		});
		const requestId = textIn(answer.request_id) ?? textIn(answer.id);
		return {
			sources: readList(answer.search_results).flatMap((result) =>
				parseSource({
					...result,
					url: result.url,
					snippet: textIn(result.snippet) ?? result.content,
					publishedDate: result.date,
					author: result.site_name,
				}),
			),
			...(requestId && { requestId }),
			authMode: stored?.isLogin ? "oauth" : "api_key",
		};
	},
};

function ownKey({ keys }: Pick<SearchPorts, "keys">): string | undefined {
	return keys.variable("MOONSHOT_SEARCH_API_KEY") ?? keys.variable("KIMI_SEARCH_API_KEY");
}
