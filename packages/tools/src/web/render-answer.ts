import { detectImageType } from "@oh-my-pi/pi-natives/image/image";
import type { WebAnswer } from "../services/web-access.ts";
import { decodeText, isText } from "./charset.ts";
import { anyType, documentEnding } from "./document-ending.ts";
import { type FetchedPage, looksLikeHtml, type PageFetch, parseContentType } from "./fetched-page.ts";

const maxImageBytes = 20 * 1024 * 1024;
/** An answer by its type: images, documents, JSON, feeds, text, HTML. */
export async function renderAnswer(answer: WebAnswer, fetch: PageFetch): Promise<FetchedPage> {
	const { bytes, url } = answer;
	const contentType = parseContentType(answer);
	const page = { url, contentType, notes: [] };
	const failed = (note: string): FetchedPage => ({ ...page, method: "failed", notes: [note], text: "" });
	if (detectImageType(bytes)) {
		if (bytes.length > maxImageBytes) return failed("The image is larger than 20 MB");
		return (await import("./render-image.ts")).renderImage(answer, fetch.images);
	}
	const ending = documentEnding(answer, contentType);
	if (ending !== undefined) {
		const { documentPage } = await import("./render-document.ts");
		return documentPage(answer, ending);
	}
	if (!isText(bytes))
		return failed(`Binary content (${contentType || "unknown type"}, ${bytes.length} bytes) is not shown`);
	const text = decodeText(bytes, answer.headers.get("content-type") ?? "");
	if (contentType.includes("json") || (anyType.has(contentType) && /^\s*[{[]/.test(text))) {
		const { prettyJson } = await import("./pretty-json.ts");
		const pretty = prettyJson(text);
		return pretty === undefined ? { ...page, method: "text", text } : { ...page, method: "json", text: pretty };
	}
	if (/xml|rss|atom/.test(contentType) || anyType.has(contentType)) {
		const { feedMarkdown, isFeed } = await import("./feed.ts");
		const feed = isFeed(text) ? feedMarkdown(text, url) : undefined;
		if (feed !== undefined) return { ...page, method: "feed", text: feed };
	}
	const isHtml = contentType === "text/html" || contentType === "application/xhtml+xml";
	if (isHtml || (contentType !== "text/plain" && looksLikeHtml(text))) {
		const { renderHtml } = await import("./render-html.ts");
		return renderHtml(text, answer, fetch);
	}
	return { ...page, method: contentType.includes("markdown") ? "markdown" : "text", text };
}
