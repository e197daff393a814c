import { attribute, htmlTokens } from "./html-tokens.ts";
import { codeBlock, quoted } from "./markdown-text.ts";

export interface HtmlOptions {
	/** What relative links are relative to; without it they become plain text. */
	readonly base?: string;
	/** Elements to leave out with everything in them. */
	readonly drop?: (name: string, attributes: string) => boolean;
	/** The element to show; the rest of the page is left out. Nothing is shown when it is not there. */
	readonly only?: (name: string, attributes: string) => boolean;
}

/** Markdown of the HTML that an API gives: comments, answers, descriptions, the text of an article. */
export function htmlMarkdown(html: string, options: HtmlOptions = {}): string {
	const writer = new MarkdownWriter(options.base);
	let dropped: { readonly name: string; depth: number } | undefined;
	let shown: { readonly name: string; depth: number } | undefined;
	for (const token of htmlTokens(html.slice(0, maxHtmlChars))) {
		if (token.kind === "text") {
			if (!dropped && (shown || !options.only)) writer.text(token.text);
			continue;
		}
		const { name, attributes } = token;
		const leaf = token.empty || voidElements.has(name);
		if (dropped) {
			if (name === dropped.name && !leaf) dropped.depth += token.kind === "open" ? 1 : -1;
			if (dropped.depth === 0) dropped = undefined;
			continue;
		}
		if (options.only && !shown) {
			if (token.kind === "open" && !leaf && options.only(name, attributes)) shown = { name, depth: 1 };
			continue;
		}
		if (shown && name === shown.name && !leaf) {
			shown.depth += token.kind === "open" ? 1 : -1;
			if (shown.depth === 0) break;
		}
		if (token.kind === "close") writer.close(name);
		else if (neverShown.has(name) || options.drop?.(name, attributes)) {
			if (!leaf) dropped = { name, depth: 1 };
			// What was around it does not run together.
			if (blocks.has(name)) writer.close(name);
		} else writer.open(name, attributes, leaf);
	}
	return writer.finish();
}

const voidElements = new Set(["br", "hr", "img", "input", "link", "meta", "wbr", "source", "col"]);
const neverShown = new Set(["script", "style", "head", "noscript", "template", "svg", "button", "iframe", "object"]);
const blocks = new Set([
	...["p", "div", "section", "article", "header", "footer", "main", "figure", "figcaption", "details", "summary"],
	...["dt", "address", "aside", "nav", "form", "fieldset", "center", "math"],
]);
/** Elements whose text is taken as a whole when they end. */
const framed = new Set([
	...[
		"a",
		"strong",
		"b",
		"em",
		"i",
		"code",
		"pre",
		"blockquote",
		"ul",
		"ol",
		"li",
		"dl",
		"dd",
		"table",
		"tr",
		"td",
		"th",
	],
	...["h1", "h2", "h3", "h4", "h5", "h6"],
]);
/** An open element that this one ends, and what stands between them if it does not. */
const impliedEnds: Readonly<Record<string, { readonly ends: RegExp; readonly within: RegExp }>> = {
	li: { ends: /^li$/, within: /^[uo]l$/ },
	td: { ends: /^t[dh]$/, within: /^(?:tr|table)$/ },
	th: { ends: /^t[dh]$/, within: /^(?:tr|table)$/ },
	tr: { ends: /^tr$/, within: /^table$/ },
	dd: { ends: /^dd$/, within: /^(?:dl|li|td|th|table|blockquote)$/ },
	dt: { ends: /^dd$/, within: /^(?:dl|li|td|th|table|blockquote)$/ },
};
/** An end tag of text inside these does not reach out of them. */
const enclosing = /^(?:ul|ol|li|dl|dd|table|tr|td|th|blockquote)$/;
/** What is nested deeper than this is not marked up any more. */
const maxDepth = 32;

interface Frame {
	readonly name: string;
	readonly attributes: string;
	text: string;
	/** The last character: a word after a space, or an item after a line end, needs none of its own. */
	end: string;
	/** Items or rows so far. */
	count: number;
}

/** HTML beyond this is cut: it is a fragment, not a book. */
const maxHtmlChars = 2 * 1024 * 1024;

const emptyFrame = (name: string, attributes: string): Frame => ({ name, attributes, text: "", end: "\n", count: 0 });

class MarkdownWriter {
	readonly #base: string | undefined;
	readonly #frames: Frame[] = [emptyFrame("", "")];
	#preformatted = 0;

	constructor(base: string | undefined) {
		this.#base = base;
	}

	text(text: string): void {
		const words = this.#preformatted > 0 ? text : text.replace(/[\s\u00a0]+/g, " ");
		this.#add(this.#preformatted === 0 && /\s/.test(this.#top.end) ? words.replace(/^ /, "") : words);
	}

	open(name: string, attributes: string, leaf: boolean): void {
		if (name === "br") this.#add("\n");
		if (name === "hr") this.#add("\n\n---\n\n");
		if (name === "img") {
			const alt = attribute(attributes, "alt")?.trim();
			if (alt) this.#add(`![${alt}]`);
		}
		if (leaf) return;
		const implied = Object.hasOwn(impliedEnds, name) ? impliedEnds[name] : undefined;
		if (implied) {
			const nearest = this.#frames.findLastIndex(
				(frame) => implied.ends.test(frame.name) || implied.within.test(frame.name),
			);
			if (nearest > 0 && implied.ends.test(this.#frames[nearest]?.name ?? "")) this.#closeTo(nearest);
		}
		if (blocks.has(name)) this.#add("\n\n");
		if (!framed.has(name) || this.#frames.length >= maxDepth) return;
		if (name === "pre") this.#preformatted++;
		this.#frames.push(emptyFrame(name, attributes));
	}

	close(name: string): void {
		if (framed.has(name)) {
			const nearest = this.#frames.findLastIndex(
				(frame) => frame.name === name || (!enclosing.test(name) && enclosing.test(frame.name)),
			);
			if (nearest > 0 && this.#frames[nearest]?.name === name) this.#closeTo(nearest);
		} else if (blocks.has(name)) this.#add("\n\n");
	}

	finish(): string {
		this.#closeTo(1);
		return tidy(this.#top.text);
	}

	get #top(): Frame {
		const top = this.#frames.at(-1);
		if (!top) throw new Error("the outermost frame is never closed");
		return top;
	}

	#add(text: string): void {
		if (text === "") return;
		const top = this.#top;
		top.text += text;
		top.end = text.at(-1) ?? "";
	}

	/** Ends the frames from this one on. */
	#closeTo(index: number): void {
		while (this.#frames.length > Math.max(1, index)) {
			const frame = this.#frames.pop();
			if (frame) this.#add(this.#markdownOf(frame));
		}
	}

	#markdownOf({ name, attributes, text }: Frame): string {
		const inner = text.trim();
		switch (name) {
			case "pre":
				this.#preformatted--;
				return `\n\n${codeBlock(text.replace(/\r\n?/g, "\n").replace(/^\n+/, ""), languageOf(attributes))}\n\n`;
			case "code":
				return this.#preformatted > 0 || inner === "" ? text : inCode(inner);
			case "a":
				return this.#linkOf(attributes, text);
			case "strong":
			case "b":
				return inner === "" || this.#preformatted > 0 ? text : around(text, "**");
			case "em":
			case "i":
				return inner === "" || this.#preformatted > 0 ? text : around(text, "*");
			case "blockquote":
				return inner === "" ? "" : `\n\n${quoted(tidy(text))}\n\n`;
			case "li":
				return this.#itemOf(text);
			case "dd":
				return `\n: ${tidy(text).replace(/\n(?!\n)/g, "\n  ")}\n`;
			case "td":
			case "th":
				return ` ${tidy(text)
					.replace(/\s*\n\s*/g, " ")
					.replaceAll("|", "\\|")} |`;
			case "tr":
				return this.#rowOf(text);
			case "dl":
			case "table":
				return `\n\n${text.trim()}\n\n`;
			case "ul":
			case "ol":
				return this.#frames.some((frame) => frame.name === "li") ? `\n${text}` : `\n\n${text}\n`;
			default:
				return inner === "" ? "" : `\n\n${"#".repeat(Number(name[1]))} ${inner.replace(/\s+/g, " ")}\n\n`;
		}
	}

	#linkOf(attributes: string, text: string): string {
		const label = text.trim();
		const href = attribute(attributes, "href");
		const address = href === undefined ? undefined : absolute(href, this.#base);
		if (label === "" || address === undefined || this.#preformatted > 0 || label.includes("\n\n")) return text;
		if (label === address) return text;
		return around(text, `[`, `](${address.replace(/[()\s]/g, encodeURIComponent)})`);
	}

	#itemOf(text: string): string {
		const list = this.#top;
		list.count++;
		const mark = list.name === "ol" ? `${list.count}. ` : "- ";
		const item = tidy(text).replace(/\n(?!\n)/g, `\n${" ".repeat(mark.length)}`);
		return `${list.end === "\n" ? "" : "\n"}${mark}${item}\n`;
	}

	#rowOf(text: string): string {
		const cells = text.trim();
		if (cells === "") return "";
		const row = `${this.#top.end === "\n" ? "" : "\n"}| ${cells}\n`;
		if (this.#top.count++ > 0) return row;
		return `${row}|${" --- |".repeat(Math.max(1, cells.match(/(?<!\\)\|/g)?.length ?? 1))}\n`;
	}
}

/** The marks go around the words; the spaces stay outside. */
function around(text: string, open: string, close = open): string {
	const inner = text.trim();
	const start = text.indexOf(inner);
	return `${text.slice(0, start)}${open}${inner}${close}${text.slice(start + inner.length)}`;
}

function inCode(text: string): string {
	return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}

function languageOf(attributes: string): string {
	return /\b(?:lang|language|brush:)[-\s]?([a-z0-9+#]+)/i.exec(attribute(attributes, "class") ?? "")?.[1] ?? "";
}

function absolute(href: string, base: string | undefined): string | undefined {
	try {
		const url = new URL(href, base);
		return /^https?:$/.test(url.protocol) && !href.startsWith("#") ? url.href : undefined;
	} catch {
		return undefined;
	}
}

function tidy(text: string): string {
	return text
		.replace(/[ \t]+\n/g, "\n")
		.replace(/\n{3,}/g, "\n\n")
		.replace(/^\n+/, "")
		.trimEnd();
}
