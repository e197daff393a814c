import type { Shape } from "./canvas.ts";
import { labelLines } from "./label-lines.ts";

export interface FlowNode {
	lines: readonly string[];
	shape: Shape;
}

export interface FlowEdge {
	readonly from: string;
	readonly to: string;
	readonly label: string;
	readonly isDashed: boolean;
	/** Arrowheads at the target and at the source. */
	readonly arrow: boolean;
	readonly backArrow: boolean;
}

export interface Flowchart {
	readonly direction: "TD" | "BT" | "LR" | "RL";
	readonly nodes: ReadonlyMap<string, FlowNode>;
	readonly edges: readonly FlowEdge[];
}

const HEADER = /^\s*(?:graph|flowchart)(?:\s+(TD|TB|BT|LR|RL))?\s*$/;
const ENTITY = /[&#]\w{1,8}$/;
const LONGEST_ENTITY = 9;
const IGNORED = /^(?:%%|classDef\b|class\b|style\b|linkStyle\b|click\b|accTitle\b|accDescr\b)/;
const ID = /\s*([\p{L}\p{N}_]+(?:[-.][\p{L}\p{N}_]+)*)/uy;
const EDGE = /\s*(<)?(-{2,}[>ox]|-{3,}|={2,}[>ox]|={3,}|-\.+-[>ox]?)\s*(?:\|([^|]*)\|)?/y;
const EDGE_WITH_TEXT = /\s*(<)?(?:--|==|-\.)\s*([^-=.>|\s].*?)\s*(-{2,}[>ox]|-{3,}|={2,}[>ox]|={3,}|\.+-[>ox]?)/y;
const CLASS = /:::[\w-]+/y;
const AND = /\s*&/y;

// Longer openings first.
const shapes: ReadonlyArray<readonly [open: string, close: string, shape: Shape]> = [
	["([", "])", "round"],
	["[[", "]]", "sharp"],
	["[(", ")]", "round"],
	["(((", ")))", "round"],
	["((", "))", "round"],
	["{{", "}}", "diamond"],
	["[/", "/]", "sharp"],
	["[\\", "\\]", "sharp"],
	["[", "]", "sharp"],
	["(", ")", "round"],
	["{", "}", "diamond"],
	[">", "]", "sharp"],
];

/** Undefined for anything that is not understood whole, such as subgraphs. */
export function parseFlowchart(source: string): Flowchart | undefined {
	if (!/^\s*(?:graph|flowchart)\b/.test(source)) return undefined;
	const [header = "", ...statements] = source.split("\n").flatMap(statementsIn);
	const found = HEADER.exec(header);
	if (!found) return undefined;
	const parts: Parts = { nodes: new Map(), edges: [] };
	for (const statement of statements.map((text) => text.trim())) {
		if (statement !== "" && !IGNORED.test(statement) && !takeStatement(statement, parts)) return undefined;
	}
	if (parts.nodes.size === 0) return undefined;
	const direction = found[1] === undefined || found[1] === "TB" ? "TD" : (found[1] as Flowchart["direction"]);
	return { direction, ...parts };
}

/** Parts between semicolons that are neither inside quotes nor the end of an entity. */
function statementsIn(line: string): string[] {
	const statements: string[] = [];
	let start = 0;
	let quotesAfter = line.split('"').length - 1;
	for (let index = 0; index < line.length; index++) {
		if (line[index] === '"') quotesAfter--;
		if (line[index] !== ";" || quotesAfter % 2 === 1) continue;
		if (ENTITY.test(line.slice(Math.max(0, index - LONGEST_ENTITY), index))) continue;
		statements.push(line.slice(start, index));
		start = index + 1;
	}
	statements.push(line.slice(start));
	return statements;
}

interface Parts {
	readonly nodes: Map<string, FlowNode>;
	readonly edges: FlowEdge[];
}

/** `A[Text] & B -->|label| C --> D` */
function takeStatement(statement: string, parts: Parts): boolean {
	let at = 0;
	const match = (pattern: RegExp) => {
		pattern.lastIndex = at;
		const found = pattern.exec(statement);
		if (found) at = pattern.lastIndex;
		return found;
	};
	const node = () => {
		const id = match(ID)?.[1];
		if (id === undefined) return undefined;
		const opened = shapes.find(([open]) => statement.startsWith(open, at));
		if (opened) {
			const [open, close, shape] = opened;
			const isQuoted = statement[at + open.length] === '"';
			const end = statement.indexOf(isQuoted ? `"${close}` : close, at + open.length + 1);
			if (end < 0) return undefined;
			const text = statement.slice(at + open.length + (isQuoted ? 1 : 0), end);
			parts.nodes.set(id, { lines: labelLines(text), shape });
			at = end + close.length + (isQuoted ? 1 : 0);
		} else if (!parts.nodes.has(id)) parts.nodes.set(id, { lines: [id], shape: "sharp" });
		match(CLASS);
		return id;
	};
	const group = () => {
		const ids = [node()];
		while (match(AND)) ids.push(node());
		return ids.includes(undefined) ? undefined : ids.filter((id) => id !== undefined);
	};
	let sources = group();
	while (sources && at < statement.length) {
		const plain = match(EDGE);
		const edge = plain ?? match(EDGE_WITH_TEXT);
		const targets = edge ? group() : undefined;
		if (!edge || !targets) return false;
		const [, back, second = "", third = ""] = edge;
		const [arrow, label] = plain ? [second, third] : [third, second];
		const rest = { label: labelLines(label).join(" "), isDashed: arrow.includes("."), backArrow: back === "<" };
		for (const from of sources) {
			for (const to of targets) parts.edges.push({ from, to, ...rest, arrow: />|o|x/.test(arrow.at(-1) ?? "") });
		}
		sources = targets;
	}
	return sources !== undefined;
}
