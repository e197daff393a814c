import { absolute } from "./page-facts.ts";
import { HtmlElement, type HtmlNode } from "./tree.ts";

/** Stands for a line break until white space is joined. */
const lineBreak = "\u0001";
const wrapped: Readonly<Record<string, string>> = {
	b: "**",
	strong: "**",
	em: "*",
	i: "*",
	cite: "*",
	dfn: "*",
	del: "~~",
	s: "~~",
	strike: "~~",
};
const codeTags = new Set(["code", "kbd", "samp", "tt"]);
const anchorMarks = /^[#¶§🔗\s]*$/u;

const looseSpace = /[\t\r\n\f]| {2}/;

/** Nodes of one paragraph as Markdown. */
export function inlineText(nodes: readonly HtmlNode[], base: string): string {
	const parts: string[] = [];
	for (const node of nodes) addInline(node, base, parts);
	const joined = parts.join("");
	const text = looseSpace.test(joined) ? joined.replace(/[ \t\r\n\f]+/g, " ") : joined;
	return (text.includes(lineBreak) ? text.replace(/ ?\u0001 ?/g, "\n").replace(/\n{3,}/g, "\n\n") : text).trim();
}

function addInline(node: HtmlNode, base: string, parts: string[]): void {
	if (typeof node === "string") {
		parts.push(node.includes(lineBreak) ? node.replaceAll(lineBreak, " ") : node);
		return;
	}
	const { tag, children } = node;
	if (tag === "br") parts.push(lineBreak);
	else if (tag === "img") parts.push(image(node, base));
	else if (tag === "a") addLink(node, base, parts);
	else if (tag === "math") parts.push(formula(node));
	else if (codeTags.has(tag)) parts.push(code(node));
	else if (tag === "wbr" || tag === "rp") return;
	else if (tag === "rt") wrap(children, base, parts, "(", ")");
	else if (tag === "sup" || tag === "sub") addScript(node, base, parts);
	else if (wrapped[tag] !== undefined) wrap(children, base, parts, wrapped[tag], wrapped[tag]);
	else {
		// A block within a line only separates words.
		const isBlock = !node.isInline;
		if (isBlock) parts.push(" ");
		for (const child of children) addInline(child, base, parts);
		if (isBlock) parts.push(" ");
	}
}

function inner(children: readonly HtmlNode[], base: string): string {
	const parts: string[] = [];
	for (const child of children) addInline(child, base, parts);
	return parts.join("");
}

/** Marks stand at words, not at spaces. */
function wrap(children: readonly HtmlNode[], base: string, parts: string[], before: string, after: string): void {
	const text = inner(children, base);
	const bare = text.trim();
	if (bare === "" || bare.includes(lineBreak) || bare.startsWith(before)) {
		parts.push(text);
		return;
	}
	const start = text.length - text.trimStart().length;
	parts.push(text.slice(0, start), before, bare, after, text.slice(start + bare.length));
}

function addLink(link: HtmlElement, base: string, parts: string[]): void {
	const text = inner(link.children, base);
	const bare = text.trim();
	if (bare === "") return;
	const { href } = link.attributes;
	if (anchorMarks.test(bare) && href?.includes("#")) return;
	const target = href?.startsWith("#") ? undefined : absolute(href, base);
	if (target === undefined || bare.includes("](") || bare.includes(lineBreak)) parts.push(text);
	else if (bare === target || `${bare}/` === target) parts.push(text);
	else {
		const start = text.length - text.trimStart().length;
		const place = /[()\s]/.test(target) ? `<${target}>` : target;
		parts.push(text.slice(0, start), `[${bare.replaceAll("\n", " ")}](${place})`, text.slice(start + bare.length));
	}
}

function image({ attributes }: HtmlElement, base: string): string {
	const { alt = "", src, width, height } = attributes;
	if (isDot(width) || isDot(height)) return "";
	const real =
		src === undefined || src.startsWith("data:") ? (attributes["data-src"] ?? attributes["data-original"]) : src;
	const target = absolute(real, base);
	const words = alt.replace(/\s+/g, " ").replace(/[[\]]/g, "").trim();
	if (words === "") return "";
	return target === undefined ? words : `![${words}](${target})`;
}

function isDot(size: string | undefined): boolean {
	return size !== undefined && /^[01](?:px)?$/.test(size.trim());
}

function code(node: HtmlElement): string {
	const text = plain(node).replace(/\s+/g, " ");
	const bare = text.trim();
	if (bare === "") return text;
	return bare.includes("`") ? `\`\` ${bare} \`\`` : `\`${bare}\``;
}

function plain(node: HtmlNode): string {
	if (typeof node === "string") return node;
	return node.tag === "br" ? " " : node.children.map(plain).join("");
}

/** `x²` reads as x2 without a mark; references to notes do not need one. */
function addScript({ tag, children }: HtmlElement, base: string, parts: string[]): void {
	const text = inner(children, base);
	const bare = text.trim();
	const isPower =
		tag === "sup" && /^[-+]?[\dn]{1,3}$/.test(bare) && !children.some((child) => child instanceof HtmlElement);
	parts.push(isPower ? `^${bare}` : text);
}

function formula(math: HtmlElement): string {
	const source = math.attributes.alttext ?? annotation(math);
	const text = (source ?? plain(math)).replace(/\s+/g, " ").trim();
	return text === "" ? "" : source === undefined ? text : `$${text}$`;
}

function annotation(node: HtmlElement): string | undefined {
	for (const child of node.children) {
		if (typeof child === "string") continue;
		if (child.tag === "annotation" && /tex/i.test(child.attributes.encoding ?? "")) return plain(child);
		const found = annotation(child);
		if (found !== undefined) return found;
	}
	return undefined;
}
