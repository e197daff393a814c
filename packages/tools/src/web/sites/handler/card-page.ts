import { askJson, askMarkdown, askText } from "./ask-site.ts";
import { type Card, cardResult } from "./card.ts";
import { type HtmlElement, htmlMarkdown } from "./html-markdown.ts";
import { JsonReader } from "./json-reader.ts";
import type { SiteRender, SiteRequest } from "./site-handler.ts";

/** Pages of a site that a JSON API describes: which they are, whom to ask, what to show. */
export interface CardPage {
	/** On the path of the page's address; its groups are the parts, decoded. */
	readonly path: RegExp;
	/** `{1}` is the first part, encoded; `{+1}` keeps its slashes. */
	readonly api: string | ((parts: readonly string[], url: URL) => string | undefined);
	readonly accept?: string;
	readonly headers?: Readonly<Record<string, string>>;
	/** What to post, for an API that is asked by POST. */
	readonly body?: (parts: readonly string[], url: URL) => unknown;
	/** Further answers, each of which may be missing. */
	readonly also?: Readonly<Record<string, string>>;
	/** Where the long text is, when the answer does not hold it: Markdown. */
	readonly readme?: string | ((json: JsonReader, parts: readonly string[]) => string | undefined);
	/** The element of the page itself that holds the long text, when no API gives it. */
	readonly element?: (element: HtmlElement) => boolean;
	/** `undefined`, or a card without a title, is doubt. */
	card(json: JsonReader, page: CardParts): Card | undefined;
}

export interface CardParts {
	readonly parts: readonly string[];
	readonly url: URL;
	/** A missing answer reads as one without fields. */
	also(name: string): JsonReader;
	/** The long text, as it was served or as Markdown of the element. */
	readonly readme: string | undefined;
}

/** A handler for the first of the pages that fits the address. */
export function cardHandler(pages: readonly CardPage[]): SiteRender {
	return async (url, site) => {
		for (const page of pages) {
			const parts = decodeParts(page.path.exec(url.pathname));
			if (parts) return cardResult(await fetchCard(page, parts, url, site));
		}
		return undefined;
	};
}

async function fetchCard(
	page: CardPage,
	parts: readonly string[],
	url: URL,
	site: SiteRequest,
): Promise<Card | undefined> {
	const address = typeof page.api === "string" ? filled(page.api, parts) : page.api(parts, url);
	if (address === undefined) return undefined;
	const names = Object.entries(page.also ?? {});
	const [json, ...further] = await Promise.all([
		askJson(site, address, {
			...(page.accept === undefined ? {} : { accept: page.accept }),
			...(page.headers ? { headers: page.headers } : {}),
			...(page.body ? { body: JSON.stringify(page.body(parts, url)) } : {}),
		}),
		...names.map(([, template]) => askJson(site, filled(template, parts))),
	]);
	if (json === undefined) return undefined;
	const also = new Map(names.map(([name], index) => [name, further[index]]));
	const readme = await longText(page, json, parts, url, site);
	return page.card(json, { parts, url, readme, also: (name) => also.get(name) ?? new JsonReader(undefined) });
}

async function longText(
	page: CardPage,
	json: JsonReader,
	parts: readonly string[],
	url: URL,
	site: SiteRequest,
): Promise<string | undefined> {
	if (page.element) {
		const html = await askText(site, url.href, { accept: "text/html" });
		const text = html && htmlMarkdown(html, url.href, { only: page.element });
		return text || undefined;
	}
	const address = typeof page.readme === "string" ? filled(page.readme, parts) : page.readme?.(json, parts);
	return address?.startsWith("https://") ? askMarkdown(site, address) : undefined;
}

/** The decoded groups of a match; `undefined` where there is no match or a part is no name: `%zz`, `a/../b`. */
export function decodeParts(match: RegExpExecArray | null): readonly string[] | undefined {
	if (!match) return undefined;
	try {
		const parts = match.slice(1).map((part) => decodeURIComponent(part ?? ""));
		return parts.some((part) => /(?:^|\/)\.{1,2}(?:\/|$)|[\\\0-\x1f]/.test(part)) ? undefined : parts;
	} catch {
		// A percent sign that encodes nothing.
		return undefined;
	}
}

export function filled(template: string, parts: readonly string[]): string {
	return template.replace(/\{(\+?)(\d)\}/g, (_, slashes: string, index: string) => {
		const part = encodeURIComponent(parts[Number(index) - 1] ?? "");
		return slashes ? part.replaceAll("%2F", "/") : part;
	});
}
