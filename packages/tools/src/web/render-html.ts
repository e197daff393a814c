import type { WebAnswer } from "../services/web-access.ts";
import { findAlternate, textIn, tryGet } from "./alternates.ts";
import { documentEnding } from "./document-ending.ts";
import {
	type FetchedPage,
	isEmptyText,
	isPoorText,
	looksLikeHtml,
	type PageFetch,
	parseContentType,
} from "./fetched-page.ts";
import { type PageMarkdown, pageMarkdown, withFrontMatter } from "./html/html-markdown.ts";

const documentLink = /\]\(<?(https?:\/\/[^\s)>]+\.(?:pdf|docx|pptx|xlsx|epub|rtf))>?\)/i;
const overviews = ["/.well-known/llms.txt", "/llms.txt", "/llms.md"];

/** HTML as Markdown: what the site offers, then what a converter makes of it, then whatever can be found. */
export async function renderHtml(
	html: string,
	answer: WebAnswer,
	fetch: PageFetch,
	isSentOn = false,
): Promise<FetchedPage> {
	const page = { url: answer.url, contentType: parseContentType(answer) };
	const native = pageMarkdown(html, answer.url);
	const { refresh } = native.facts;
	if (refresh !== undefined && refresh !== answer.url && isPoorText(native.markdown) && !isSentOn) {
		const next = await tryGet(refresh, fetch);
		if (next) return renderHtml(textIn(next), next, fetch, true);
	}
	const alternate = await findAlternate(native, answer, fetch);
	if (alternate) return alternate;
	const served = await fromBackend(html, fetch);
	if (served) return { ...page, ...served };
	const notes = [
		...(native.isCut ? ["The page is too large; only its first part was converted"] : []),
		...(native.forms === "" ? [] : ["To fill in and send its forms, call the tool `browser`"]),
	];
	const markdown = [native.markdown, native.forms].filter(Boolean).join("\n\n");
	const nativePage = { ...page, method: "native", notes, text: withFrontMatter(markdown, native.facts) };
	if (!isPoorText(markdown) || native.forms !== "") return nativePage;
	const linked = await linkedDocument(native, nativePage, fetch);
	if (linked) return linked;
	if (!isEmptyText(native.markdown)) return nativePage;
	const overview = await siteOverview(answer, fetch);
	if (overview) return overview;
	return {
		...page,
		method: "raw-html",
		notes: ["There is no text on the page; it may need the tool `browser`"],
		text: html,
	};
}

/** The chosen converter's text; `undefined` where our own is to be used. */
async function fromBackend(
	html: string,
	fetch: PageFetch,
): Promise<Pick<FetchedPage, "method" | "notes" | "text"> | undefined> {
	if (fetch.backend === "auto" || fetch.backend === "native") return undefined;
	const { convertWith } = await import("./html-backends.ts");
	const text = await convertWith(fetch.backend, html, fetch);
	return text === undefined || isEmptyText(text) ? undefined : { method: fetch.backend, notes: [], text };
}

async function linkedDocument(
	{ markdown }: PageMarkdown,
	page: FetchedPage,
	fetch: PageFetch,
): Promise<FetchedPage | undefined> {
	const link = documentLink.exec(markdown)?.[1];
	if (link === undefined) return undefined;
	const answer = await fetch.get(link).catch((error: unknown) => {
		fetch.signal.throwIfAborted();
		void error;
		return undefined;
	});
	const ending = answer?.ok ? documentEnding(answer, parseContentType(answer)) : undefined;
	if (!answer || ending === undefined) return undefined;
	const { documentPage } = await import("./render-document.ts");
	const document = await documentPage(answer, ending);
	if (document.method === "failed") return undefined;
	const notes = [...page.notes, `With the linked document ${link}`];
	return { ...page, method: document.method, notes, text: `${page.text}\n\n---\n\n${document.text}` };
}

async function siteOverview(answer: WebAnswer, fetch: PageFetch): Promise<FetchedPage | undefined> {
	const { origin } = new URL(answer.url);
	for (const path of overviews) {
		const found = await tryGet(origin + path, fetch);
		const text = found && /text\/(?:plain|markdown)/.test(parseContentType(found)) ? textIn(found) : "";
		if (found && !isEmptyText(text) && !looksLikeHtml(text)) {
			const notes = ["The page itself has no text; this is the overview of its site"];
			return { url: found.url, contentType: parseContentType(found), method: "llms.txt", notes, text };
		}
	}
	return undefined;
}
