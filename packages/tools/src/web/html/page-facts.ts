import { collectInnerText, type ParsedPage } from "./tree.ts";

export interface PageFacts {
	readonly title?: string;
	readonly author?: string;
	readonly published?: string;
	readonly language?: string;
	/** What relative links start from. */
	readonly base: string;
	readonly alternates: ReadonlyArray<{ readonly type: string; readonly href: string; readonly title: string }>;
	/** Where the page sends readers at once. */
	readonly refresh?: string;
	/** The text of the article as the page tells machines. */
	readonly articleBody?: string;
}

export function pageFacts({ head, linkedData }: ParsedPage, url: string): PageFacts {
	const metas = new Map<string, string>();
	const alternates: Array<PageFacts["alternates"][number]> = [];
	let [base, title, language, refresh]: Array<string | undefined> = [];
	for (const element of head) {
		const { tag, attributes } = element;
		if (tag === "title") title ??= collectInnerText(element) || undefined;
		else if (tag === "html") language ??= attributes.lang;
		else if (tag === "base") base ??= absolute(attributes.href, url);
		else if (tag === "meta") {
			const name = (attributes.property ?? attributes.name ?? attributes.itemprop ?? "").toLowerCase();
			const { content } = attributes;
			if (content === undefined) continue;
			if (attributes["http-equiv"]?.toLowerCase() === "refresh") refresh ??= refreshTarget(content);
			else if (name !== "" && !metas.has(name)) metas.set(name, content.replace(/\s+/g, " ").trim());
		} else if (tag === "link" && /\balternate\b/i.test(attributes.rel ?? "") && attributes.href !== undefined) {
			const { type = "", href, title: label = "" } = attributes;
			alternates.push({ type: type.toLowerCase(), href, title: label });
		}
	}
	const start = base ?? url;
	const described = linkedData.flatMap(articlesIn);
	const best = metas.get("og:title") ?? described.find(({ headline }) => headline)?.headline ?? title;
	const author = metas.get("author") ?? metas.get("article:author");
	const published =
		metas.get("article:published_time") ?? described.find(({ date }) => date)?.date ?? metas.get("date");
	const articleBody = described.map(({ body }) => body ?? "").reduce((a, b) => (b.length > a.length ? b : a), "");
	const sent = refresh === undefined ? undefined : absolute(refresh, start);
	return {
		...(best && { title: best }),
		...(author && !/^https?:/.test(author) && { author }),
		...(published && { published }),
		...(language && { language }),
		base: start,
		alternates: alternates.flatMap((link) => {
			const href = absolute(link.href, start);
			return href === undefined ? [] : [{ ...link, href }];
		}),
		...(sent !== undefined && { refresh: sent }),
		...(articleBody && { articleBody }),
	};
}

/** What needs no more than to be joined; most links are like this. */
const plainWebLink = /^https?:\/\/[\w.-]+(?::\d+)?\/[\w./?=&;%#~+,:@!-]*$/;
const plainPath = /^\/(?!\/)[\w/?=&;%#~+,:@!-][\w./?=&;%#~+,:@!-]*$/;
const dots = /\/\.{1,2}(?:\/|$)/;

/** `undefined` for what is not on the web. */
export function absolute(href: string | undefined, base: string): string | undefined {
	if (href === undefined) return undefined;
	if (plainWebLink.test(href) && !dots.test(href)) return href;
	if (plainPath.test(href) && !dots.test(href)) return resolveOrigin(base) + href;
	const url = URL.parse(href.trim(), base);
	return url && (url.protocol === "https:" || url.protocol === "http:") ? url.href : undefined;
}

let lastOrigin: readonly [base: string, origin: string] = ["", ""];

function resolveOrigin(base: string): string {
	if (lastOrigin[0] !== base) lastOrigin = [base, new URL(base).origin];
	return lastOrigin[1];
}

/** Of `0; url=/next`; a page that waits is meant to be read. */
function refreshTarget(content: string): string | undefined {
	const [, seconds, target] = /^\s*(\d*)[.\d]*\s*[;,]\s*(?:url\s*=)?\s*["']?([^"']+)/i.exec(content) ?? [];
	return target !== undefined && Number(seconds) <= 5 ? target.trim() : undefined;
}

interface DescribedArticle {
	readonly headline?: string;
	readonly date?: string;
	readonly body?: string;
}

function articlesIn(json: string): DescribedArticle[] {
	try {
		return collectArticles(JSON.parse(json), 0);
	} catch {
		// Pages often get this wrong.
		return [];
	}
}

function collectArticles(value: unknown, depth: number): DescribedArticle[] {
	if (depth > 4 || typeof value !== "object" || value === null) return [];
	if (Array.isArray(value)) return value.flatMap((one) => collectArticles(one, depth + 1));
	const { headline, datePublished: date, articleBody: body, "@graph": graph } = value as Record<string, unknown>;
	const nested = collectArticles(graph, depth + 1);
	if (typeof headline !== "string" && typeof body !== "string") return nested;
	const article = {
		...(typeof headline === "string" && { headline }),
		...(typeof date === "string" && { date }),
		...(typeof body === "string" && { body }),
	};
	return [article, ...nested];
}
