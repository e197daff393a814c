import { inlineText } from "./markdown-inline.ts";
import { tableBlocks } from "./markdown-table.ts";
import { absolute } from "./page-facts.ts";
import { HtmlElement, type HtmlNode } from "./tree.ts";

/** An element as Markdown; links are relative to `base`. */
export function toMarkdown(element: HtmlElement, base: string): string {
	return convertBlocks(element.children, base).join("\n\n");
}

/** Each string is a paragraph, a heading, a list … */
export function convertBlocks(nodes: readonly HtmlNode[], base: string): string[] {
	const blocks: string[] = [];
	let run: HtmlNode[] = [];
	const endRun = () => {
		if (run.length === 0) return;
		const text = inlineText(run, base);
		if (text !== "") blocks.push(text);
		run = [];
	};
	for (const node of nodes) {
		if (typeof node === "string" || node.isInline || node.tag === "br") {
			run.push(node);
			continue;
		}
		endRun();
		for (const block of elementBlocks(node, base)) blocks.push(block);
	}
	endRun();
	return blocks;
}

function elementBlocks(element: HtmlElement, base: string): string[] {
	const { tag, children } = element;
	switch (tag) {
		case "h1":
		case "h2":
		case "h3":
		case "h4":
		case "h5":
		case "h6": {
			const text = inlineText(children, base).replaceAll("\n", " ");
			return text === "" ? [] : [`${"#".repeat(Number(tag[1]))} ${text}`];
		}
		case "pre":
		case "listing":
		case "xmp":
			return codeBlock(element);
		case "ul":
		case "ol":
		case "menu":
			return listBlock(element, base);
		case "dl":
			return definitions(element, base);
		case "blockquote":
			return quoted(convertBlocks(children, base));
		case "table":
			return tableBlocks(element, base, convertBlocks);
		case "hr":
			return ["---"];
		case "summary":
		case "legend": {
			const text = inlineText(children, base);
			return text === "" ? [] : [`**${text}**`];
		}
		case "a":
			return linkedBlocks(element, base);
		case "math":
			return [inlineText([element], base)].filter(Boolean);
		case "head":
		case "title":
		case "link":
		case "meta":
		case "base":
			return [];
		default:
			return convertBlocks(children, base);
	}
}

/** A link around more than words: a card. */
function linkedBlocks(element: HtmlElement, base: string): string[] {
	const blocks = convertBlocks(element.children, base);
	const href = absolute(element.attributes.href, base);
	const at = blocks.findIndex((block) => !block.startsWith("!["));
	const title = blocks[at];
	if (href === undefined || title === undefined || title.includes("](") || title.includes("\n")) return blocks;
	const [, mark = "", text = ""] = /^(#{1,6} )?(.*)$/.exec(title) ?? [];
	return blocks.with(at, `${mark}[${text}](${href})`);
}

function quoted(blocks: readonly string[]): string[] {
	if (blocks.length === 0) return [];
	return [
		blocks
			.join("\n\n")
			.split("\n")
			.map((line) => (line === "" ? ">" : `> ${line}`))
			.join("\n"),
	];
}

function listBlock(list: HtmlElement, base: string): string[] {
	const isOrdered = list.tag === "ol";
	let number = Number.parseInt(list.attributes.start ?? "1", 10) || 1;
	const items: string[] = [];
	for (const child of list.children) {
		// A list directly in a list belongs to the item before.
		const blocks =
			typeof child === "string"
				? convertBlocks([child], base)
				: convertBlocks(child.tag === "li" ? child.children : [child], base);
		if (blocks.length === 0) continue;
		const isItem = child instanceof HtmlElement && child.tag === "li";
		const mark = isOrdered ? `${number}. ` : "- ";
		if (isItem) number++;
		items.push(indented(blocks, isItem || items.length === 0 ? mark : "", mark.length));
	}
	return items.length === 0 ? [] : [items.join("\n")];
}

/** Blocks behind a mark, their lines in one column. */
function indented(blocks: readonly string[], mark: string, width: number): string {
	const gap = " ".repeat(width);
	// Short items with a list below stay together.
	const text = blocks.reduce((all, block) => `${all}${/^(?:- |\d+\. )/.test(block) ? "\n" : "\n\n"}${block}`);
	return text
		.split("\n")
		.map((line, index) => (index === 0 ? `${mark === "" ? gap : mark}${line}` : line === "" ? "" : gap + line))
		.join("\n");
}

function definitions(list: HtmlElement, base: string): string[] {
	const items: string[] = [];
	for (const child of list.children) {
		if (typeof child === "string") continue;
		if (child.tag === "dt") {
			const term = inlineText(child.children, base) || convertBlocks(child.children, base).join(" ");
			if (term !== "") items.push(`- **${term.replaceAll("\n", " ")}**`);
		} else {
			const nodes = child.tag === "div" ? definitions(child, base) : convertBlocks(child.children, base);
			if (nodes.length > 0) items.push(child.tag === "div" ? nodes.join("\n") : indented(nodes, "", 2));
		}
	}
	return items.length === 0 ? [] : [items.join("\n")];
}

const languageName = /(?:^|\s)(?:language|lang|highlight-source|brush:?|sourceCode|highlight)[-_ ]([a-z0-9+#]+)/i;

function codeBlock(element: HtmlElement): string[] {
	const parts: string[] = [];
	collectCode(element, parts);
	const code = parts.join("").replace(/\r\n?/g, "\n").replace(/^\n+/, "").trimEnd();
	if (code === "") return [];
	const fence = "`".repeat(Math.max(3, ...[...code.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length + 1)));
	return [`${fence}${detectLanguage(element)}\n${code}\n${fence}`];
}

function detectLanguage(element: HtmlElement): string {
	const inner = element.children.find(
		(child): child is HtmlElement => child instanceof HtmlElement && child.tag === "code",
	);
	for (const at of [inner, element, element.parent, element.parent?.parent]) {
		const found =
			at &&
			(at.attributes["data-lang"] ??
				at.attributes["data-language"] ??
				languageName.exec(at.attributes.class ?? "")?.[1]);
		if (found && found !== "none") return found.toLowerCase();
	}
	return "";
}

const lineTags = new Set(["div", "p", "li", "tr"]);

function collectCode(node: HtmlNode, parts: string[]): void {
	if (typeof node === "string") {
		parts.push(node);
		return;
	}
	if (node.tag === "br") parts.push("\n");
	const isLine = lineTags.has(node.tag);
	if (isLine && parts.length > 0 && !parts.at(-1)?.endsWith("\n")) parts.push("\n");
	for (const child of node.children) collectCode(child, parts);
	if (isLine && !parts.at(-1)?.endsWith("\n")) parts.push("\n");
}
