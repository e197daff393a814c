import { nonEmptyString } from "@oh-my-pi/pi-utils/text/non-empty-string";
import { closesFence, parseFence } from "../text/fence.ts";
import type { Block, Inline, ListItem, TableCell } from "./markdown-tree.ts";
import { withMath } from "./math/with-math.ts";

interface Node {
	readonly type: string;
	readonly props: Readonly<Record<string, unknown>>;
}

const AUTOLINKS = { autolinks: true } as const;
// Reading options takes longer than parsing a short paragraph.
const MAY_LINK = /:\/\/|www\.|@|mailto:/i;
const INLINE_KINDS = { strong: "strong", em: "emphasis", del: "strikethrough", u: "emphasis" } as const;

/** Converts Bun's React elements into our tree; math becomes text first. */
export function parseMarkdown(source: string): Block[] {
	const simple = fencedCode(source) ?? plainHeading(source);
	if (simple) return [simple];
	const text = withMath(source);
	return convertBlocks(
		listChildren(Bun.markdown.react(text, undefined, MAY_LINK.test(text) ? AUTOLINKS : undefined)),
		0,
	);
}

/** A source that is one fenced block and nothing else, as most code is, needs no parser. */
function fencedCode(source: string): Block | undefined {
	const opening = /^(?:`{3,}|~{3,})([\w+#.-]*)\n/.exec(source);
	const fence = opening && parseFence(opening[0].trimEnd());
	if (!opening || !fence) return undefined;
	const lines = source.slice(opening[0].length).split("\n");
	const closing = lines.pop() ?? "";
	const endsEarly = lines.some((line) => closesFence(line, fence));
	if (endsEarly || closing.startsWith(" ") || closing.length < fence.marker.length || !closesFence(closing, fence)) {
		return undefined;
	}
	return { kind: "code", language: nonEmptyString(opening[1]), text: lines.map(spacesForTabs).join("\n") };
}

/** A heading of words alone. */
function plainHeading(source: string): Block | undefined {
	const [, signs, text] = /^(#{1,6}) +([\p{L}\p{N}](?:[\p{L}\p{N}., ()-]*[\p{L}\p{N}.)])?)$/u.exec(source) ?? [];
	if (signs === undefined || text === undefined || MAY_LINK.test(text)) return undefined;
	return { kind: "heading", level: signs.length, content: [text] };
}

/** As the parser indents code. */
function spacesForTabs(line: string): string {
	const [indent = ""] = /^ *\t[ \t]*/.exec(line) ?? [];
	if (indent === "") return line;
	let columns = 0;
	for (const sign of indent) columns += sign === "\t" ? 4 - (columns % 4) : 1;
	return " ".repeat(columns) + line.slice(indent.length);
}

// Nobody nests so deep; text that does must not exhaust the stack.
const MAX_DEPTH = 100;

/** Text between blocks, as in the items of a tight list, becomes a paragraph. */
function convertBlocks(children: ReadonlyArray<string | Node>, depth: number): Block[] {
	if (depth > MAX_DEPTH) return [{ kind: "paragraph", content: [collectText(children)] }];
	const blocks: Block[] = [];
	let loose: Array<string | Node> | undefined;
	for (const child of children) {
		const block = typeof child === "string" ? undefined : convertBlock(child, depth + 1);
		if (!block) {
			loose ??= [];
			loose.push(child);
			continue;
		}
		if (loose) blocks.push({ kind: "paragraph", content: convertInlines(loose, depth) });
		loose = undefined;
		blocks.push(block);
	}
	if (loose) blocks.push({ kind: "paragraph", content: convertInlines(loose, depth) });
	return blocks;
}

function convertBlock(node: Node, depth: number): Block | undefined {
	const children = listChildren(node);
	switch (node.type) {
		case "p":
			return { kind: "paragraph", content: convertInlines(children, depth) };
		case "h1":
		case "h2":
		case "h3":
		case "h4":
		case "h5":
		case "h6":
			return { kind: "heading", level: Number(node.type[1]), content: convertInlines(children, depth) };
		case "pre":
			return {
				kind: "code",
				language: nonEmptyString(node.props.language),
				text: collectText(children).replace(/\n$/, ""),
			};
		case "blockquote":
			return { kind: "quote", blocks: convertBlocks(children, depth) };
		case "ul":
		case "ol":
			return convertList(node, children, depth);
		case "table":
			return convertTable(node, depth);
		case "html":
			return { kind: "html", text: collectText(children).trimEnd() };
		case "hr":
			return { kind: "rule" };
		default:
			return undefined;
	}
}

function convertList(node: Node, children: ReadonlyArray<string | Node>, depth: number): Block {
	const start = node.type === "ol" ? (typeof node.props.start === "number" ? node.props.start : 1) : undefined;
	let isLoose = false;
	const items: ListItem[] = [];
	for (const item of children) {
		if (!isNode(item)) continue;
		const parts = listChildren(item);
		isLoose ||= parts.some((part) => isNode(part) && part.type === "p");
		const blocks = convertBlocks(parts, depth);
		items.push(typeof item.props.checked === "boolean" ? { checked: item.props.checked, blocks } : { blocks });
	}
	return { kind: "list", start, isLoose, items };
}

function convertTable(node: Node, depth: number): Block {
	const rows: TableCell[][] = [];
	for (const part of listChildren(node)) {
		for (const row of listChildren(part)) {
			const cells: TableCell[] = [];
			for (const cell of listChildren(row)) if (isNode(cell)) cells.push(convertCell(cell, depth));
			if (isNode(row)) rows.push(cells);
		}
	}
	const [header = [], ...body] = rows;
	return { kind: "table", header, rows: body };
}

function convertCell(node: Node, depth: number): TableCell {
	const { align } = node.props;
	return {
		align: align === "center" || align === "right" ? align : "left",
		content: convertInlines(listChildren(node), depth),
	};
}

function convertInlines(children: ReadonlyArray<string | Node>, depth: number): Inline[] {
	if (depth > MAX_DEPTH) return [collectText(children)];
	const inlines: Inline[] = [];
	for (const child of children) {
		const last = inlines[inlines.length - 1];
		if (typeof child !== "string") inlines.push(convertInline(child, depth + 1));
		else if (typeof last === "string") inlines[inlines.length - 1] = last + child;
		else inlines.push(child);
	}
	return inlines;
}

function convertInline(node: Node, depth: number): Inline {
	const children = listChildren(node);
	switch (node.type) {
		case "strong":
		case "em":
		case "del":
		case "u":
			return { kind: INLINE_KINDS[node.type], children: convertInlines(children, depth) };
		case "code":
			return { kind: "code", text: collectText(children) };
		case "a":
			return { kind: "link", href: nonEmptyString(node.props.href) ?? "", children: convertInlines(children, depth) };
		case "img":
			return { kind: "image", src: nonEmptyString(node.props.src) ?? "", alt: nonEmptyString(node.props.alt) ?? "" };
		case "br":
			return { kind: "break" };
		default:
			return collectText(children);
	}
}

/** Without recursion, for any depth. */
function collectText(children: ReadonlyArray<string | Node>): string {
	if (children.length === 1 && typeof children[0] === "string") return children[0];
	let text = "";
	const rest = [...children].reverse();
	for (let child = rest.pop(); child !== undefined; child = rest.pop()) {
		if (typeof child === "string") text += child;
		else for (const inner of listChildren(child).toReversed()) rest.push(inner);
	}
	return text;
}

function listChildren(node: unknown): ReadonlyArray<string | Node> {
	if (!isNode(node) || !Array.isArray(node.props.children)) return NO_CHILDREN;
	const children: readonly unknown[] = node.props.children;
	// Nearly always all of them are valid; a filtered copy for each node would be most of the garbage of parsing.
	return children.every(isChild) ? children : children.filter(isChild);
}

const NO_CHILDREN: readonly never[] = [];

function isChild(value: unknown): value is string | Node {
	return typeof value === "string" || isNode(value);
}

function isNode(value: unknown): value is Node {
	return typeof value === "object" && value !== null && "props" in value && typeof value.props === "object";
}
