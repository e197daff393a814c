import { RefusedAddress, type WebAnswer, WebError } from "../services/web-access.ts";
import { decodeText, isText } from "./charset.ts";
import { type FetchedPage, type GetOptions, looksLikeHtml, type PageFetch, parseContentType } from "./fetched-page.ts";
import type { PageMarkdown } from "./html/html-markdown.ts";

const limits = { timeoutMs: 3000, maxBytes: 5 * 1024 * 1024 };
const negotiated = { accept: "text/markdown, text/plain;q=0.9, text/html;q=0.8" };
/** A page that is much longer than its Markdown is not the same text. */
const minShare = 0.25;

/** The page in a form that is better to read than its HTML, if the site offers one. */
export async function findAlternate(
	native: PageMarkdown,
	answer: WebAnswer,
	fetch: PageFetch,
): Promise<FetchedPage | undefined> {
	const { facts, isListing, markdown } = native;
	const linked = facts.alternates.find(({ type, href }) => /markdown/.test(type) && !isForeign(href, answer.url));
	const suffixed = withSuffix(answer.url);
	// None waits for the others; the first in this order counts.
	const found = await Promise.all([
		linked && markdownAt(linked.href, "alternate-markdown", fetch),
		suffixed !== undefined && markdownAt(suffixed, "md-suffix", fetch),
		markdownAt(answer.url, "content-negotiation", fetch, { headers: negotiated }),
	]);
	const wanted = markdown.length * minShare;
	const best = found.find((page) => page && page.text.length >= wanted);
	if (best) return { ...best, url: answer.url };
	return isListing ? fetchFeed(native, answer, fetch) : undefined;
}

async function markdownAt(
	url: string,
	method: string,
	fetch: PageFetch,
	options: GetOptions = {},
): Promise<FetchedPage | undefined> {
	const answer = await tryGet(url, fetch, options);
	if (!answer) return undefined;
	const text = textIn(answer);
	const contentType = parseContentType(answer);
	const isMarkdown = /markdown/.test(contentType) || (contentType === "text/plain" && hasMarks(text));
	if (!isMarkdown || text.trim() === "" || looksLikeHtml(text)) return undefined;
	return { url: answer.url, contentType, method, notes: [], text };
}

/** `undefined` for whatever is no good answer. */
export async function tryGet(url: string, fetch: PageFetch, options: GetOptions = {}): Promise<WebAnswer | undefined> {
	try {
		const answer = await fetch.get(url, { ...limits, ...options });
		return answer.ok && isText(answer.bytes) ? answer : undefined;
	} catch (error) {
		fetch.signal.throwIfAborted();
		if (error instanceof WebError || error instanceof RefusedAddress) return undefined;
		throw error;
	}
}

export function textIn({ bytes, headers }: WebAnswer): string {
	return decodeText(bytes, headers.get("content-type") ?? "");
}

function hasMarks(text: string): boolean {
	return /^#{1,6} \S|^[-*] \S|\]\(\S+\)|^```/m.test(text);
}

function withSuffix(address: string): string | undefined {
	const url = new URL(address);
	const path = url.pathname.replace(/\/+$/, "");
	if (path === "" || /\.(?!html?$|php$|aspx?$)[a-z0-9]{1,5}$/i.test(path)) return undefined;
	url.pathname = `${path}.md`;
	url.search = "";
	url.hash = "";
	return url.href;
}

function isForeign(href: string, page: string): boolean {
	return new URL(href).hostname !== new URL(page).hostname;
}

/** The feed of a page that lists others, such as the front page of a blog. */
async function fetchFeed(native: PageMarkdown, answer: WebAnswer, fetch: PageFetch): Promise<FetchedPage | undefined> {
	const page = new URL(answer.url);
	const link = native.facts.alternates.find(({ type, href, title }) => {
		if (!/rss|atom/.test(type) || /comment/i.test(`${title} ${href}`) || isForeign(href, answer.url)) return false;
		return new URL(href).pathname.startsWith(page.pathname.replace(/[^/]*$/, ""));
	});
	if (!link) return undefined;
	const found = await tryGet(link.href, fetch);
	const { feedMarkdown, isFeed } = await import("./feed.ts");
	const text = found && isFeed(textIn(found)) ? feedMarkdown(textIn(found), link.href) : undefined;
	// The list on the page may say more than the feed does.
	if (!found || text === undefined || text.length < native.markdown.length) return undefined;
	return { url: answer.url, contentType: parseContentType(found), method: "alternate-feed", notes: [], text };
}
