import { askJson, ServiceError } from "../../web/api/ask-json.ts";
import { fieldsOf, readList, textIn, textsIn } from "../../web/api/json-fields.ts";
import { resolveCount, type SearchPorts, type SearchProvider } from "../provider/search-provider.ts";
import { searxngSettings } from "../provider/settings.ts";
import { parseSource } from "../provider/source.ts";

/** SearXNG knows no week. */
const ranges = { day: "day", week: "month", month: "month", year: "year" } as const;

/** The user's own search server. */
export const searxng: SearchProvider = {
	id: "searxng",
	name: "SearXNG",
	credential: "searxng.token, or searxng.basicUsername and searxng.basicPassword",
	isAvailable: (ports) => endpointOf(ports) !== undefined,
	async search(request, ports) {
		const { http, settings } = ports;
		const endpoint = endpointOf(ports) ?? "";
		if (!URL.canParse(endpoint)) throw new ServiceError(`has no valid URL in searxng.endpoint: ${endpoint}`);
		const url = new URL(endpoint);
		url.pathname = url.pathname.replace(/\/+$/, "").replace(/(?:\/search)?$/, "/search");
		const safesearch = settings.get(searxngSettings.safesearch);
		const parameters = {
			q: request.text,
			format: "json",
			time_range: request.recency && ranges[request.recency],
			categories: settings.get(searxngSettings.categories),
			engines: settings.get(searxngSettings.engines),
			language: settings.get(searxngSettings.language),
			safesearch: safesearch === undefined ? undefined : String(safesearch),
		};
		for (const [name, value] of Object.entries(parameters)) if (value) url.searchParams.set(name, value);
		const answer = await askJson(http, {
			url: url.href,
			isConfigured: true,
			headers: authorization(ports),
			signal: request.signal,
		});
		const sources = readList(answer.results).flatMap((result) =>
			parseSource({
				title: result.title,
				url: result.url,
				snippet: result.content,
				publishedDate: result.publishedDate,
			}),
		);
		const related = textsIn(answer.suggestions);
		const direct = answersIn(answer.answers)[0];
		return {
			...(direct && { answer: direct }),
			sources: sources.slice(0, resolveCount(request, { default: 10, max: 20 })),
			...(related.length > 0 && { relatedQuestions: related }),
		};
	},
	refusal: (status) =>
		status === 403
			? "SearXNG authorization failed (403); its settings.yml must list json under search.formats, and check the credentials"
			: undefined,
};

function endpointOf({ settings, keys }: SearchPorts): string | undefined {
	return settings.get(searxngSettings.endpoint) || keys.variable("SEARXNG_ENDPOINT");
}

function authorization({ settings, keys }: SearchPorts): Record<string, string> {
	const user = settings.get(searxngSettings.basicUsername) || keys.variable("SEARXNG_BASIC_USERNAME");
	const password = settings.get(searxngSettings.basicPassword) || keys.variable("SEARXNG_BASIC_PASSWORD");
	if (user && password) {
		// RFC 7617: a colon would end the name.
		if (user.includes(":")) throw new ServiceError("needs a searxng.basicUsername without a colon");
		return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}` };
	}
	const token = settings.get(searxngSettings.token) || keys.variable("SEARXNG_TOKEN");
	return token ? { authorization: `Bearer ${token}` } : {};
}

/** Texts in older versions, objects in newer ones. */
function answersIn(value: unknown): readonly string[] {
	if (!Array.isArray(value)) return [];
	return value.flatMap((entry) => textIn(entry) ?? textIn(fieldsOf(entry).answer) ?? []);
}
