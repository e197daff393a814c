import { JsonReader } from "./json-reader.ts";
import type { SiteRequest } from "./site-handler.ts";

/** An answer above this is no answer to what a handler asked. */
const maxAnswerChars = 16 * 1024 * 1024;

/** APIs ask programs to say who they are; some refuse what claims to be a browser. */
const agent = { "user-agent": "omp/1.0 (terminal coding agent)" };

type AskOptions = NonNullable<Parameters<SiteRequest["get"]>[1]>;

/** The JSON object or list at an address; `undefined` for anything else. */
export async function askJson(
	site: SiteRequest,
	url: string,
	options: AskOptions = {},
): Promise<JsonReader | undefined> {
	const text = await askText(site, url, { accept: "application/json", ...options });
	if (text === undefined) return undefined;
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === "object" && value !== null ? new JsonReader(value) : undefined;
	} catch {
		// A login page or a broken answer: the handler is in doubt.
		return undefined;
	}
}

/** The text at an address, if the site answered with 200. */
export async function askText(site: SiteRequest, url: string, options: AskOptions = {}): Promise<string | undefined> {
	site.signal.throwIfAborted();
	const headers = options.accept === "text/html" ? options.headers : { ...agent, ...options.headers };
	const answer = await site.get(url, { ...options, ...(headers && { headers }) });
	return answer?.status === 200 && answer.text.length <= maxAnswerChars ? answer.text : undefined;
}

/** Markdown at an address: not the HTML page that many hosts serve for what they do not have. */
export async function askMarkdown(site: SiteRequest, url: string): Promise<string | undefined> {
	const text = await askText(site, url, { accept: "text/markdown, text/plain;q=0.9, */*;q=0.1" });
	return text === undefined || text.includes("\0") || /^\s*<(?:!doctype html|html)/i.test(text) ? undefined : text;
}
