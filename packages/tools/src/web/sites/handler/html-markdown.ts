import { toMarkdown } from "../../html/markdown.ts";
import { collectInnerText, HtmlElement, parsePage } from "../../html/tree.ts";

export type { HtmlElement } from "../../html/tree.ts";

export interface HtmlParts {
	/** Elements to leave out with everything in them. */
	readonly drop?: (element: HtmlElement) => boolean;
	/** The element to show; the rest of the page is left out. Nothing is shown when it is not there. */
	readonly only?: (element: HtmlElement) => boolean;
}

/** More than this is cut: an API gives comments and articles, not books. */
const maxHtmlChars = 4 * 1024 * 1024;

/** Markdown of the HTML that an API gives: comments, answers, descriptions, the text of an article. */
export function htmlMarkdown(html: string, base: string, { drop, only }: HtmlParts = {}): string {
	const { root } = parsePage(html.slice(0, maxHtmlChars));
	const shown = only ? find(root, only) : root;
	if (!shown) return "";
	if (drop) remove(shown, drop);
	return toMarkdown(shown, base);
}

/** The words of a text with entities or tags in it. */
export function htmlText(html: string): string {
	return collectInnerText(parsePage(html.slice(0, maxHtmlChars)).root);
}

function find(element: HtmlElement, test: (element: HtmlElement) => boolean): HtmlElement | undefined {
	for (const child of element.children) {
		if (typeof child === "string") continue;
		const found = test(child) ? child : find(child, test);
		if (found) return found;
	}
	return undefined;
}

function remove(element: HtmlElement, test: (element: HtmlElement) => boolean): void {
	element.children = element.children.filter((child) => !(child instanceof HtmlElement && test(child)));
	for (const child of element.children) if (child instanceof HtmlElement) remove(child, test);
}
