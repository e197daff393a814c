import { askJson } from "../../web/api/ask-json.ts";
import { readList, textIn, textsIn } from "../../web/api/json-fields.ts";
import { callMcpTool } from "../provider/mcp-call.ts";
import {
	earliestDay,
	resolveCount,
	type SearchPorts,
	type SearchProvider,
	type SearchRequest,
} from "../provider/search-provider.ts";
import { exaSettings } from "../provider/settings.ts";
import { parseSource } from "../provider/source.ts";

const limits = { default: 10, max: 25 };

export const exa: SearchProvider = {
	id: "exa",
	name: "Exa",
	credential: "EXA_API_KEY",
	isAvailable: ({ keys, settings }, isNamed) =>
		settings.get(exaSettings.enabled) &&
		settings.get(exaSettings.enableSearch) &&
		(keys.variable("EXA_API_KEY") !== undefined || isNamed),
	async search(request, ports) {
		await pause(request, ports);
		const key = ports.keys.variable("EXA_API_KEY");
		return key === undefined ? searchWithoutKey(request, ports) : searchWithKey(key, request, ports);
	},
};

/** Keeps calls apart, as the plans of Exa limit them per second. */
async function pause({ signal }: SearchRequest, { lastAsked, settings, now, sleep }: SearchPorts): Promise<void> {
	const earliest = (lastAsked.get("exa") ?? Number.NEGATIVE_INFINITY) + settings.get(exaSettings.searchDelayMs);
	const at = Math.max(now(), earliest);
	lastAsked.set("exa", at);
	if (at > now()) await sleep(at - now(), { signal });
}

async function searchWithKey(key: string, request: SearchRequest, { http, now }: SearchPorts) {
	const { query, signal } = request;
	const after = earliestDay(request, now);
	const answer = await askJson(http, {
		url: "https://api.exa.ai/search",
		headers: { "x-api-key": key },
		body: {
			query: query.words || request.text,
			type: "auto",
			numResults: resolveCount(request, limits),
			contents: { highlights: true },
			...(after && { startPublishedDate: `${after}T00:00:00.000Z` }),
			...(query.before && { endPublishedDate: `${query.before}T23:59:59.999Z` }),
			...(query.sites.length > 0 && { includeDomains: query.sites }),
			...(query.sites.length === 0 && query.excludedSites.length > 0 && { excludeDomains: query.excludedSites }),
		},
		signal,
	});
	const requestId = textIn(answer.requestId);
	return {
		sources: readList(answer.results).flatMap((result) =>
			parseSource({
				...result,
				url: result.url,
				snippet: textsIn(result.highlights).join(" … ") || (textIn(result.summary) ?? result.text),
			}),
		),
		...(requestId && { requestId }),
		authMode: "api_key" as const,
	};
}

/** The public MCP server, for whoever asks for Exa by name. */
async function searchWithoutKey(request: SearchRequest, { http }: SearchPorts) {
	const text = await callMcpTool(
		http,
		{ url: "https://mcp.exa.ai/mcp" },
		{ name: "web_search_exa", arguments: { query: request.text, numResults: resolveCount(request, limits) } },
		request.signal,
	);
	const sources = text.split(/^(?=Title: )/m).flatMap((block) => {
		const line = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1];
		const snippet = /^(?:Text|Highlights):\s*([\s\S]*)$/m.exec(block)?.[1];
		return parseSource({
			title: line("Title"),
			url: line("URL"),
			snippet,
			publishedDate: line("Published(?: Date)?"),
			author: line("Author"),
		});
	});
	return { sources, authMode: "keyless" as const };
}
