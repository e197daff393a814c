import { ask, eventsIn, ServiceError, type ServiceRequest, textOf } from "../../web/api/ask-json.ts";
import { codeAssistKey } from "../../web/api/code-assist-key.ts";
import { type Fields, fieldsOf, readList, textIn, textsIn } from "../../web/api/json-fields.ts";
import type { Citation, SearchPorts, SearchProvider, SearchRequest } from "../provider/search-provider.ts";
import { searchProviderSettings } from "../provider/settings.ts";
import { parseSource } from "../provider/source.ts";

const defaultModel = "gemini-2.5-flash";
/** Accounts of Google's code-assist services, then a key. */
const accounts = ["google-gemini-cli", "google-antigravity"];
const retries = 3;

/** A model with Google's search. */
export const gemini: SearchProvider = {
	id: "gemini",
	name: "Gemini",
	credential: "GEMINI_API_KEY or /login google-gemini-cli",
	isModel: true,
	isAvailable: ({ keys }) => [...accounts, "google"].some(keys.has),
	async search(request, ports) {
		const { http, keys, settings } = ports;
		const model =
			settings.get(searchProviderSettings.webSearchGeminiModel) || keys.variable("GEMINI_SEARCH_MODEL") || defaultModel;
		const sent = await requestFor(model, request, keys);
		const answer = await withRetries(() => ask(http, sent), request, ports);
		const chunks = eventsIn(textOf(answer)).map((event) => fieldsOf(event.response ?? event));
		return { ...parseResponse(chunks), model, authMode: sent.headers?.authorization ? "oauth" : "api_key" };
	},
};

async function requestFor(model: string, request: SearchRequest, keys: SearchPorts["keys"]): Promise<ServiceRequest> {
	const body = {
		contents: [{ role: "user", parts: [{ text: question(request) }] }],
		tools: [{ googleSearch: {} }],
		generationConfig: {
			...(request.maxTokens !== undefined && { maxOutputTokens: request.maxTokens }),
			...(request.temperature !== undefined && { temperature: request.temperature }),
		},
	};
	const { signal } = request;
	const account = accounts.find(keys.has);
	const login = account && (await keys.find(account, signal));
	if (login) {
		const { token, project } = codeAssistKey(login.key, login.projectId);
		return {
			url: `${login.baseUrl ?? "https://cloudcode-pa.googleapis.com"}/v1internal:streamGenerateContent?alt=sse`,
			headers: { authorization: `Bearer ${token}`, accept: "text/event-stream" },
			body: { model, ...(project && { project }), request: body },
			signal,
			isConfigured: login.baseUrl !== undefined,
		};
	}
	const found = await keys.find("google", signal);
	if (!found) throw new ServiceError("no key", { status: 401 });
	const base = found.baseUrl ?? "https://generativelanguage.googleapis.com/v1beta";
	return {
		url: `${base}/models/${encodeURIComponent(model)}:streamGenerateContent?alt=sse`,
		headers: { "x-goog-api-key": found.key, accept: "text/event-stream" },
		body,
		signal,
		isConfigured: found.baseUrl !== undefined,
	};
}

function question({ text, recency }: SearchRequest): string {
	const when = recency ? ` Only what was published within the last ${recency} counts.` : "";
	return `Search the web and answer briefly.${when}\n\n${text}`;
}

/** Google is often busy for a moment. */
async function withRetries<T>(send: () => Promise<T>, { signal }: SearchRequest, { sleep }: SearchPorts): Promise<T> {
	for (let attempt = 0; ; attempt++) {
		try {
			return await send();
		} catch (error) {
			const isBusy = error instanceof ServiceError && (error.status === 429 || error.status >= 500);
			if (!isBusy || attempt === retries) throw error;
			await sleep(1000 * 2 ** attempt, { signal });
		}
	}
}

function parseResponse(chunks: readonly Fields[]) {
	const candidates = chunks.map((chunk) => readList(chunk.candidates)[0] ?? {});
	const text = candidates
		.flatMap(({ content }) => readList(fieldsOf(content).parts))
		.filter(({ thought }) => thought !== true)
		.map((part) => (typeof part.text === "string" ? part.text : ""))
		.join("");
	// The last one is complete.
	const grounding = fieldsOf(candidates.findLast(({ groundingMetadata }) => groundingMetadata)?.groundingMetadata);
	const pages = readList(grounding.groundingChunks).map(({ web }) => fieldsOf(web));
	const usage = fieldsOf(chunks.findLast(({ usageMetadata }) => usageMetadata)?.usageMetadata);
	const citations = readList(grounding.groundingSupports).flatMap((support) => parseCitation(support, pages));
	return {
		...(text.trim() && { answer: text.trim() }),
		sources: pages.flatMap(({ uri, title }) => parseSource({ url: uri, title })),
		...(citations.length > 0 && { citations }),
		searchQueries: textsIn(grounding.webSearchQueries),
		usage: { input: Number(usage.promptTokenCount) || 0, output: Number(usage.candidatesTokenCount) || 0 },
	};
}

function parseCitation({ segment, groundingChunkIndices }: Fields, pages: readonly Fields[]): Citation[] {
	const citedText = textIn(fieldsOf(segment).text);
	const [index] = Array.isArray(groundingChunkIndices) ? groundingChunkIndices : [];
	const page = pages[Number(index)];
	const url = textIn(page?.uri);
	return url && citedText ? [{ url, title: textIn(page?.title) ?? url, citedText }] : [];
}
