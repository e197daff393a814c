import { pageMarkdown } from "./html/html-markdown.ts";
import { collectInnerText, HtmlElement } from "./html/tree.ts";
import { parseXml } from "./html/xml-tree.ts";

const maxEntries = 50;
const maxSummary = 1500;

export function isFeed(text: string): boolean {
	return /<(?:rss|feed|rdf:RDF)[\s>]/i.test(text.slice(0, 2000)) && !/<html[\s>]/i.test(text.slice(0, 1000));
}

/** RSS or Atom as Markdown, newest as the feed has them; `undefined` when there is no entry in it. */
export function feedMarkdown(xml: string, url: string): string | undefined {
	const root = parseXml(xml);
	const channel = find(root, "channel") ?? find(root, "feed") ?? root;
	// RDF has its items beside the channel.
	const entries = [...all(root, "item"), ...all(root, "entry")];
	if (entries.length === 0) return undefined;
	const title = childText(channel, "title");
	const about = childText(channel, "description") || childText(channel, "subtitle");
	const blocks = entries.slice(0, maxEntries).map((entry) => entryMarkdown(entry, url));
	const more = entries.length > maxEntries ? [`(${entries.length - maxEntries} more entries)`] : [];
	return [title && `# ${title}`, plain(about, url), ...blocks, ...more].filter(Boolean).join("\n\n");
}

function entryMarkdown(entry: HtmlElement, url: string): string {
	const link = findLink(entry);
	const title = childText(entry, "title") || link || "(untitled)";
	const date = ["pubdate", "published", "updated", "dc:date"].map((name) => childText(entry, name)).find(Boolean);
	const author = childText(entry, "author") || childText(entry, "dc:creator");
	const facts = [date, author].filter(Boolean).join(" · ");
	const body = ["content:encoded", "content", "description", "summary"]
		.map((name) => childText(entry, name))
		.find(Boolean);
	const text = plain(body ?? "", link || url);
	const short = text.length > maxSummary ? `${text.slice(0, maxSummary)}…` : text;
	return [`## ${link ? `[${title}](${link})` : title}`, facts && `*${facts}*`, short].filter(Boolean).join("\n\n");
}

function findLink(entry: HtmlElement): string {
	const links = entry.children.filter((child): child is HtmlElement => isNamed(child, "link"));
	const chosen = links.find(({ attributes }) => (attributes.rel ?? "alternate") === "alternate") ?? links[0];
	return (
		(chosen?.attributes.href ?? (chosen ? collectInnerText(chosen) : "")) ||
		childText(entry, "guid").replace(/^(?!https?:).*/, "")
	);
}

/** Entries have HTML in them, escaped or not. */
function plain(text: string, base: string): string {
	return /<\w|&\w+;/.test(text) ? pageMarkdown(`<main>${text}</main>`, base).markdown : text;
}

function isNamed(node: HtmlElement | string, name: string): node is HtmlElement {
	return node instanceof HtmlElement && node.tag === name;
}

function childText(element: HtmlElement, name: string): string {
	const child = element.children.find((node): node is HtmlElement => isNamed(node, name));
	if (!child) return "";
	// Atom's XHTML content is markup, not text.
	return child.attributes.type === "xhtml" ? markup(child) : collectInnerText(child);
}

function markup(element: HtmlElement): string {
	return element.children
		.map((child) => (typeof child === "string" ? child : `<${child.tag}>${markup(child)}</${child.tag}>`))
		.join("");
}

function find(element: HtmlElement, name: string): HtmlElement | undefined {
	for (const child of element.children) {
		if (typeof child === "string") continue;
		const found = child.tag === name ? child : find(child, name);
		if (found) return found;
	}
	return undefined;
}

function all(element: HtmlElement, name: string): HtmlElement[] {
	return element.children.flatMap((child) => {
		if (typeof child === "string") return [];
		return child.tag === name ? [child] : all(child, name);
	});
}
