import { Parser } from "htmlparser2";

/** An element of a page, with what is needed to read it. */
export class HtmlElement {
	readonly tag: string;
	readonly attributes: Readonly<Record<string, string>>;
	readonly parent: HtmlElement | undefined;
	children: Array<HtmlElement | string> = [];
	/** Letters in it, in links in it, and in running text; see `measure`. */
	textLength = 0;
	linkLength = 0;
	proseLength = 0;
	linkCount = 0;
	#isInline: boolean | undefined;

	constructor(tag: string, attributes: Readonly<Record<string, string>>, parent: HtmlElement | undefined) {
		this.tag = tag;
		this.attributes = attributes;
		this.parent = parent;
	}

	/** Part of a line, with nothing in it that begins a new one. Asked for when the tree is complete. */
	get isInline(): boolean {
		this.#isInline ??= this.#findInline();
		return this.#isInline;
	}

	#findInline(): boolean {
		if (this.tag === "math") return this.attributes.display !== "block";
		if (!inlineTags.has(this.tag) && !this.tag.includes("-")) return false;
		return this.children.every((child) => typeof child === "string" || child.isInline || child.tag === "br");
	}
}

export type HtmlNode = HtmlElement | string;

export interface ParsedPage {
	readonly root: HtmlElement;
	/** `link`, `meta`, `base`, `html` and `title`, in order. */
	readonly head: readonly HtmlElement[];
	/** Texts of `application/ld+json`. */
	readonly linkedData: readonly string[];
	/** It was too large to be taken in whole. */
	readonly isCut: boolean;
}

/** Nothing in them is for readers. */
const skipped = new Set(
	`script style noscript template svg iframe object embed applet canvas audio video map select datalist textarea input button
	progress meter noframes frameset dialog`.split(/\s+/),
);
const headTags = new Set(["link", "meta", "base", "html", "title"]);
/** The parser would need too much memory for more. */
const maxNodes = 300_000;
/** Elements deeper than this become part of the one above, so that walks need no deep stack. */
const maxDepth = 200;
const maxLinkedData = 500_000;
/** The parser's own list of open elements grows with those that are never closed. */
const maxOpen = 5000;

export function parsePage(html: string): ParsedPage {
	const root = new HtmlElement("#root", {}, undefined);
	const head: HtmlElement[] = [];
	const linkedData: string[] = [];
	/** One entry per open tag; the same element again where it is too deep. */
	const open: HtmlElement[] = [root];
	let skipDepth = 0;
	let nodes = 0;
	let data: string[] | undefined;
	let isCut = false;
	const cut = () => {
		isCut = true;
		parser.reset();
	};
	const parser = new Parser({
		onopentag(tag, attributes) {
			const current = open.at(-1) ?? root;
			if (skipDepth > 0 || skipped.has(tag)) {
				if (++skipDepth > maxOpen) cut();
				if (tag === "script" && /^application\/ld\+json/i.test(attributes.type ?? "")) data = [];
				return;
			}
			if (++nodes > maxNodes || open.length > maxOpen) {
				cut();
				return;
			}
			const isTooDeep = open.length > maxDepth && tag !== "title";
			const element = isTooDeep ? current : new HtmlElement(tag, attributes, current);
			if (!isTooDeep && tag !== "head") current.children.push(element);
			if (headTags.has(tag)) head.push(element);
			// What separates words still does where the element is not kept.
			if (isTooDeep) current.children.push(" ");
			open.push(element);
		},
		ontext(text) {
			if (isCut) return;
			if (skipDepth > 0) {
				data?.push(text);
				return;
			}
			const current = open.at(-1) ?? root;
			const last = current.children.length - 1;
			const before = current.children[last];
			// Entities come as texts of their own.
			if (typeof before === "string" && before.length < maxJoined) current.children[last] = before + text;
			else if (++nodes <= maxNodes) current.children.push(text);
		},
		onclosetag() {
			if (skipDepth > 0) {
				skipDepth--;
				if (data && skipDepth === 0) {
					const text = data.join("");
					if (text.length <= maxLinkedData) linkedData.push(text);
					data = undefined;
				}
				return;
			}
			if (open.length > 1) open.pop();
		},
	});
	for (let at = 0; at < html.length && !isCut; at += partLength) parser.write(html.slice(at, at + partLength));
	if (!isCut) parser.end();
	return { root, head, linkedData, isCut };
}

const maxJoined = 10_000;
const partLength = 256 * 1024;

/** Its text with single spaces. */
export function collectInnerText(node: HtmlNode): string {
	const parts: string[] = [];
	collectText(node, parts);
	return parts.join("").replace(/\s+/g, " ").trim();
}

function collectText(node: HtmlNode, parts: string[]): void {
	if (typeof node === "string") parts.push(node);
	else {
		const isBlock = !node.isInline;
		if (isBlock) parts.push(" ");
		for (const child of node.children) collectText(child, parts);
		if (isBlock) parts.push(" ");
	}
}

/** Do not begin a new line; unknown elements do not either. */
const inlineTags: ReadonlySet<string> = new Set(
	`a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark nobr q ruby rp rb rtc s samp small span
	strike strong sub sup time tt u var wbr`.split(/\s+/),
);
