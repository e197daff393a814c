import { type Content, make } from "./dom.ts";

const inlineMarks =
	/(`+)([\s\S]+?)\1|\*\*([^*\n]+)\*\*|\*([^*\s][^*\n]*)\*|\[([^\]\n]+)\]\((https?:\/\/[^\s)]+)\)|(https?:\/\/[^\s<>)"']+)/g;

/** Quotes in quotes, up to which they are drawn in each other. */
const maxQuoteDepth = 8;

/** Markdown as elements: what people and models write most, and everything else as its text. */
export function drawMarkdown(source: string, quoteDepth = 0): readonly HTMLElement[] {
	const lines = source.split("\n");
	const blocks: HTMLElement[] = [];
	for (let index = 0; index < lines.length; ) {
		const line = lines[index] ?? "";
		const fence = /^\s*(`{3,}|~{3,})\s*([\w+-]*)/.exec(line);
		const heading = /^(#{1,6})\s+(.*)$/.exec(line);
		let next = index + 1;
		if (fence) {
			const close = fence[1] ?? "```";
			while (next < lines.length && !lines[next]?.trim().startsWith(close)) next++;
			blocks.push(drawCode(lines.slice(index + 1, next).join("\n"), fence[2] ?? ""));
			next++;
		} else if (heading) {
			blocks.push(make("p", { class: "heading" }, ...drawInline(heading[2] ?? "")));
		} else if (isListItem(line)) {
			while (next < lines.length && (isListItem(lines[next]) || /^\s+\S/.test(lines[next] ?? ""))) next++;
			blocks.push(drawList(lines.slice(index, next)));
		} else if (line.startsWith("|")) {
			while (next < lines.length && lines[next]?.startsWith("|")) next++;
			blocks.push(drawTable(lines.slice(index, next)));
		} else if (/^\s*>/.test(line)) {
			while (next < lines.length && /^\s*>/.test(lines[next] ?? "")) next++;
			const mark = quoteDepth + 1 < maxQuoteDepth ? /^\s*>\s?/ : /^[\s>]+/;
			const quoted = lines.slice(index, next).map((text) => text.replace(mark, ""));
			blocks.push(make("blockquote", {}, ...drawMarkdown(quoted.join("\n"), quoteDepth + 1)));
		} else if (line.trim() !== "") {
			while (next < lines.length && isPlain(lines[next])) next++;
			blocks.push(make("p", {}, ...drawInline(lines.slice(index, next).join("\n"))));
		}
		index = next;
	}
	return blocks;
}

/** Code, or a diff with its lines marked. */
export function drawCode(text: string, language = ""): HTMLElement {
	if (language !== "diff") return make("pre", { tabindex: "0" }, make("code", {}, text));
	const rows = text.split("\n").map((row) => {
		const sign = /^\s*([+-])/.exec(row)?.[1];
		return make("span", { class: sign === "+" ? "added" : sign === "-" ? "removed" : "same" }, `${row}\n`);
	});
	return make("pre", { tabindex: "0", class: "diff" }, make("code", {}, ...rows));
}

function isListItem(line: string | undefined): boolean {
	return /^\s*(?:[-*+]|\d+[.)])\s+/.test(line ?? "");
}

function isPlain(line: string | undefined): boolean {
	return (
		line !== undefined && line.trim() !== "" && !isListItem(line) && !/^\s*(?:#{1,6}\s|`{3}|~{3}|>)|^\|/.test(line)
	);
}

function drawList(lines: readonly string[]): HTMLElement {
	const isOrdered = /^\s*\d/.test(lines[0] ?? "");
	const items: string[] = [];
	for (const line of lines) {
		if (isListItem(line)) items.push(line.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, ""));
		else items.push(`${items.pop() ?? ""}\n${line.trim()}`);
	}
	return make(isOrdered ? "ol" : "ul", {}, ...items.map((item) => make("li", {}, ...drawInline(item))));
}

function drawTable(lines: readonly string[]): HTMLElement {
	const rows = lines
		.filter((line) => !/^\|[\s:|-]+$/.test(line))
		.map((line) => line.replace(/^\||\|\s*$/g, "").split("|"));
	const [head = [], ...body] = rows;
	const drawRow = (cells: readonly string[], name: "th" | "td") =>
		make("tr", {}, ...cells.map((cell) => make(name, {}, ...drawInline(cell.trim()))));
	return make("table", {}, drawRow(head, "th"), ...body.map((cells) => drawRow(cells, "td")));
}

function drawInline(text: string): Content[] {
	const parts: Content[] = [];
	let from = 0;
	for (const match of text.matchAll(inlineMarks)) {
		const [whole, , code, strong, emphasis, label, address, bare] = match;
		parts.push(text.slice(from, match.index));
		from = match.index + whole.length;
		if (code !== undefined) parts.push(make("code", {}, code));
		else if (strong !== undefined) parts.push(make("strong", {}, strong));
		else if (emphasis !== undefined) parts.push(make("em", {}, emphasis));
		else parts.push(drawLink(label ?? bare ?? "", address ?? bare ?? ""));
	}
	parts.push(text.slice(from));
	return parts;
}

function drawLink(label: string, href: string): HTMLElement {
	return make("a", { href, rel: "noreferrer noopener", target: "_blank" }, label);
}
