import { askCodex } from "../../web/api/ask-codex.ts";
import { ServiceError } from "../../web/api/ask-json.ts";
import { type Fields, fieldsOf, readList, textIn, textsIn } from "../../web/api/json-fields.ts";
import type { Citation, SearchProvider } from "../provider/search-provider.ts";
import { distinct, parseSource } from "../provider/source.ts";

const defaultModel = "gpt-5.5";

/** A model of a ChatGPT plan with OpenAI's search tool. */
export const codex: SearchProvider = {
	id: "codex",
	name: "Codex",
	credential: "/login openai-codex",
	isModel: true,
	isAvailable: ({ keys }) => keys.has("openai-codex"),
	async search(request, ports) {
		const { sites } = request.query;
		const events = await askCodex(ports, {
			signal: request.signal,
			body: {
				model: ports.keys.variable("PI_CODEX_WEB_SEARCH_MODEL") ?? defaultModel,
				instructions: "Search the web for what the user asks, and answer briefly, with sources.",
				input: [{ role: "user", content: [{ type: "input_text", text: request.text }] }],
				tools: [{ type: "web_search", ...(sites.length > 0 && { filters: { allowed_domains: sites } }) }],
				include: ["web_search_call.action.sources"],
			},
		});
		const response = parseResponse(events);
		return { ...response, sources: response.sources.slice(0, request.count), authMode: "oauth" };
	},
};

function parseResponse(events: readonly Fields[]) {
	const failed = events.find(({ type }) => type === "response.failed" || type === "error");
	const done = fieldsOf(events.findLast(({ type }) => type === "response.completed")?.response);
	const streamed = events.filter(({ type }) => type === "response.output_item.done").map(({ item }) => fieldsOf(item));
	const items = streamed.length > 0 ? streamed : readList(done.output);
	if (failed && items.length === 0) {
		const error = fieldsOf(fieldsOf(failed.response).error ?? failed.error ?? failed);
		throw new ServiceError(`could not search: ${textIn(error.message) ?? "no reason given"}`);
	}
	const parts = items.filter(({ type }) => type === "message").flatMap(({ content }) => readList(content));
	const text = parts.map((part) => (typeof part.text === "string" ? part.text : "")).join("");
	const actions = items.filter(({ type }) => type === "web_search_call").map(({ action }) => fieldsOf(action));
	const cited = parts.flatMap((part) => readList(part.annotations)).filter(({ type }) => type === "url_citation");
	const citations = cited.flatMap(({ url, title }): Citation[] => {
		const address = textIn(url);
		return address ? [{ url: address, title: textIn(title) ?? address }] : [];
	});
	const pages = [...cited, ...actions.flatMap(({ sources }) => readList(sources))];
	const sources = pages.flatMap(({ url, title }) => parseSource({ url, title }));
	const usage = fieldsOf(done.usage);
	const model = textIn(done.model);
	const requestId = textIn(done.id);
	return {
		...(text.trim() && { answer: text.trim() }),
		// What was cited has a title and comes first.
		sources: distinct(sources),
		...(citations.length > 0 && { citations }),
		searchQueries: actions.flatMap(({ query, queries }) => {
			const several = textsIn(queries);
			return several.length > 0 ? several : (textIn(query) ?? []);
		}),
		usage: { input: Number(usage.input_tokens) || 0, output: Number(usage.output_tokens) || 0 },
		...(model && { model }),
		...(requestId && { requestId }),
	};
}
