import { ask, askJson, eventsIn, parseJson, ServiceError, textOf } from "../../web/api/ask-json.ts";
import { type Fields, fieldsOf, readList, textIn, textsIn } from "../../web/api/json-fields.ts";
import {
	resolveCount,
	type SearchPorts,
	type SearchProvider,
	type SearchRequest,
} from "../provider/search-provider.ts";
import { parseSource } from "../provider/source.ts";

const maxSources = 20;

export const perplexity: SearchProvider = {
	id: "perplexity",
	name: "Perplexity",
	credential: "PERPLEXITY_API_KEY or PERPLEXITY_COOKIES",
	isAvailable: ({ keys }) =>
		keys.variable("PERPLEXITY_COOKIES") !== undefined ||
		keys.variable("PERPLEXITY_API_KEY") !== undefined ||
		keys.has("perplexity"),
	async search(request, ports) {
		const { keys } = ports;
		const cookies = keys.variable("PERPLEXITY_COOKIES");
		if (cookies !== undefined) return { ...(await askSite({ cookie: cookies }, request, ports)), authMode: "cookies" };
		const login = keys.has("perplexity") ? await keys.find("perplexity", request.signal) : undefined;
		if (login?.isLogin) {
			const headers = { authorization: `Bearer ${login.key}` };
			return { ...(await askSite(headers, request, ports)), authMode: "oauth" };
		}
		const key = login?.key ?? keys.variable("PERPLEXITY_API_KEY");
		return { ...(await askApi(key ?? "", request, ports)), authMode: "api_key" };
	},
};

async function askApi(key: string, request: SearchRequest, { http }: SearchPorts) {
	const { query, recency, maxTokens, temperature, signal } = request;
	const domains = query.sites.length > 0 ? query.sites : query.excludedSites.map((site) => `-${site}`);
	// A period of its own excludes the recency.
	const hasDays = query.after !== undefined || query.before !== undefined;
	const answer = await askJson(http, {
		url: "https://api.perplexity.ai/chat/completions",
		headers: { authorization: `Bearer ${key}` },
		body: {
			model: "sonar-pro",
			messages: [
				{ role: "system", content: "Answer briefly and precisely, with sources." },
				{ role: "user", content: query.words || request.text },
			],
			return_related_questions: true,
			...(maxTokens !== undefined && { max_tokens: maxTokens }),
			...(temperature !== undefined && { temperature }),
			...(recency && !hasDays && { search_recency_filter: recency }),
			...(query.after && { search_after_date_filter: usDate(query.after) }),
			...(query.before && { search_before_date_filter: usDate(query.before) }),
			...(domains.length > 0 && { search_domain_filter: domains }),
		},
		signal,
	});
	const text = textIn(fieldsOf(readList(answer.choices)[0]?.message).content);
	const results = readList(answer.search_results);
	const pages: readonly Fields[] = results.length > 0 ? results : textsIn(answer.citations).map((url) => ({ url }));
	const sources = pages.flatMap((page) => parseSource({ ...page, url: page.url, publishedDate: page.date }));
	const related = textsIn(answer.related_questions);
	const usage = fieldsOf(answer.usage);
	const model = textIn(answer.model);
	const requestId = textIn(answer.id);
	return {
		...(text && { answer: text }),
		sources: sources.slice(0, resolveCount(request, { default: maxSources, max: maxSources })),
		...(related.length > 0 && { relatedQuestions: related }),
		usage: { input: Number(usage.prompt_tokens) || 0, output: Number(usage.completion_tokens) || 0 },
		...(model && { model }),
		...(requestId && { requestId }),
	};
}

/** `2026-01-31` → `1/31/2026` */
function usDate(day: string): string {
	const [year, month, date] = day.split("-").map(Number);
	return `${month}/${date}/${year}`;
}

/** What the website asks, for an account without a key. Each event has the whole answer so far. */
async function askSite(headers: Readonly<Record<string, string>>, request: SearchRequest, { http }: SearchPorts) {
	const answer = await ask(http, {
		url: "https://www.perplexity.ai/rest/sse/perplexity_ask",
		headers: { ...headers, accept: "text/event-stream" },
		body: {
			query_str: request.text,
			params: {
				query_source: "home",
				search_focus: "internet",
				sources: ["web"],
				mode: "concise",
				language: "en-US",
				// Nothing is left in the user's history.
				is_incognito: true,
				send_back_text_in_streaming_api: true,
				...(request.recency && { search_recency_filter: request.recency.toUpperCase() }),
			},
		},
		signal: request.signal,
	});
	const last = eventsIn(textOf(answer)).findLast((event) => event.text !== undefined || event.blocks !== undefined);
	if (!last) throw new ServiceError("answered without text");
	const { text, pages } = siteAnswer(last);
	const related = textsIn(last.related_queries);
	const model = textIn(last.display_model);
	const requestId = textIn(last.backend_uuid);
	return {
		...(text && { answer: text }),
		sources: pages
			.flatMap((page) => parseSource({ title: page.name ?? page.title, url: page.url, snippet: page.snippet }))
			.slice(0, resolveCount(request, { default: maxSources, max: maxSources })),
		...(related.length > 0 && { relatedQuestions: related }),
		...(model && { model }),
		...(requestId && { requestId }),
	};
}

/** Either blocks, or a text that is JSON: the answer itself or steps of which the last has it. */
function siteAnswer(event: Fields): { text: string | undefined; pages: readonly Fields[] } {
	const blocks = readList(event.blocks);
	if (blocks.length > 0) {
		const texts = blocks.flatMap((block) => textIn(fieldsOf(block.markdown_block).answer) ?? []);
		const pages = blocks.flatMap((block) => readList(fieldsOf(block.web_result_block).web_results));
		return { text: texts.at(-1), pages };
	}
	const parsed = typeof event.text === "string" ? parseJson(event.text) : event.text;
	const final = Array.isArray(parsed) ? readList(parsed).at(-1) : fieldsOf(parsed);
	const content = fieldsOf(final?.content);
	const inner = typeof content.answer === "string" ? parseJson(content.answer) : undefined;
	const answer = inner === undefined ? fieldsOf(final) : fieldsOf(inner);
	return { text: textIn(answer.answer) ?? textIn(content.answer), pages: readList(answer.web_results) };
}
