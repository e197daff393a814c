import { askJson, ServiceError } from "../../web/api/ask-json.ts";
import { type Fields, fieldsOf, readList, textIn } from "../../web/api/json-fields.ts";
import type { Citation, SearchPorts, SearchProvider, SearchRequest } from "../provider/search-provider.ts";
import { distinct, parseSource } from "../provider/source.ts";

const defaultModel = "claude-haiku-4-5";
const defaultMaxTokens = 4096;

/** A model with the search tool of Anthropic's servers. */
export const anthropic: SearchProvider = {
	id: "anthropic",
	name: "Anthropic",
	credential: "ANTHROPIC_SEARCH_API_KEY, ANTHROPIC_API_KEY or /login anthropic",
	isModel: true,
	isAvailable: ({ keys }) => keys.variable("ANTHROPIC_SEARCH_API_KEY") !== undefined || keys.has("anthropic"),
	refusal: (status) =>
		status === 404 ? "Anthropic web search returned 404 (model or endpoint not found)." : undefined,
	async search(request, ports) {
		const { key, isLogin, baseUrl } = await resolveAccess(request, ports);
		const isGatewayToken = key === ports.keys.variable("ANTHROPIC_AUTH_TOKEN");
		const configured = ports.keys.variable("ANTHROPIC_SEARCH_BASE_URL") ?? baseUrl;
		const answer = await askJson(ports.http, {
			url: `${(configured ?? "https://api.anthropic.com").replace(/\/+$/, "").replace(/\/v1$/, "")}/v1/messages`,
			isConfigured: configured !== undefined,
			headers: {
				"anthropic-version": "2023-06-01",
				...(isLogin || isGatewayToken ? { authorization: `Bearer ${key}` } : { "x-api-key": key }),
				...(isLogin && { "anthropic-beta": "oauth-2025-04-20" }),
			},
			body: {
				model: ports.keys.variable("ANTHROPIC_SEARCH_MODEL") ?? defaultModel,
				max_tokens: request.maxTokens ?? defaultMaxTokens,
				...(request.temperature !== undefined && { temperature: request.temperature }),
				messages: [{ role: "user", content: question(request) }],
				tools: [{ type: "web_search_20250305", name: "web_search", max_uses: 3, ...encodeDomains(request) }],
			},
			signal: request.signal,
		});
		return { ...parseResponse(answer), authMode: isLogin ? "oauth" : "api_key" };
	},
};

async function resolveAccess(request: SearchRequest, { keys }: SearchPorts) {
	const searchKey = keys.variable("ANTHROPIC_SEARCH_API_KEY");
	const found =
		searchKey === undefined ? await keys.find("anthropic", request.signal) : { key: searchKey, isLogin: false };
	if (!found) throw new ServiceError("no key", { status: 401 });
	return {
		...found,
		isLogin: found.key.startsWith("sk-ant-oat"),
		...("baseUrl" in found && { baseUrl: found.baseUrl }),
	};
}

function question({ text, recency }: SearchRequest): string {
	const when = recency ? ` Only what was published within the last ${recency} counts.` : "";
	return `Search the web and answer briefly, with sources.${when}\n\n${text}`;
}

/** The tool takes one of the lists. */
function encodeDomains({ query: { sites, excludedSites } }: SearchRequest): object {
	if (sites.length > 0) return { allowed_domains: sites };
	return excludedSites.length > 0 ? { blocked_domains: excludedSites } : {};
}

function parseResponse(answer: Fields) {
	const blocks = readList(answer.content);
	const results = blocks.filter(({ type }) => type === "web_search_tool_result");
	const sources = results
		.flatMap(({ content }) => readList(content))
		.flatMap((result) => parseSource({ title: result.title, url: result.url, age: result.page_age }));
	const refused = results.map(({ content }) => textIn(fieldsOf(content).error_code)).find((code) => code !== undefined);
	const texts = blocks.filter(({ type }) => type === "text");
	const text = texts.map((block) => (typeof block.text === "string" ? block.text : "")).join("");
	if (refused && sources.length === 0) throw new ServiceError(`could not search: ${refused}`);
	const citations = texts.flatMap((block) => readList(block.citations)).flatMap(parseCitation);
	const usage = fieldsOf(answer.usage);
	const model = textIn(answer.model);
	const requestId = textIn(answer.id);
	return {
		...(text.trim() && { answer: text.trim() }),
		sources: distinct(sources),
		...(citations.length > 0 && { citations }),
		searchQueries: blocks
			.filter(({ type }) => type === "server_tool_use")
			.flatMap(({ input }) => textIn(fieldsOf(input).query) ?? []),
		usage: {
			input: Number(usage.input_tokens) || 0,
			output: Number(usage.output_tokens) || 0,
			searches: Number(fieldsOf(usage.server_tool_use).web_search_requests) || 0,
		},
		...(model && { model }),
		...(requestId && { requestId }),
	};
}

function parseCitation({ url, title, cited_text: cited }: Fields): Citation[] {
	const address = textIn(url);
	const citedText = textIn(cited);
	return address ? [{ url: address, title: textIn(title) ?? address, ...(citedText && { citedText }) }] : [];
}
