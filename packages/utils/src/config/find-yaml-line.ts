import { isNode, isPair, isSeq, LineCounter, parseDocument } from "yaml";
import { isCostlyYaml } from "./yaml-cost.ts";

/** The line number of the first of the given paths that the text contains. */
export function findYamlLine(text: string, paths: ReadonlyArray<readonly string[]>): number | undefined {
	if (isCostlyYaml(text)) return undefined;
	const lineCounter = new LineCounter();
	const document = parseDocument(text, { lineCounter, prettyErrors: false, uniqueKeys: false });
	for (const path of paths) {
		const parent = path.length > 1 ? document.getIn(path.slice(0, -1), true) : document.contents;
		const entry = isSeq(parent) ? parent.items[Number(path.at(-1))] : undefined;
		if (isNode(entry) && entry.range) return lineCounter.linePos(entry.range[0]).line;
		const items = typeof parent === "object" && parent !== null && "items" in parent ? parent.items : [];
		// With duplicate keys the last one wins.
		const pair = (Array.isArray(items) ? items : []).findLast(
			(item: unknown) => isPair(item) && String(item.key) === path.at(-1),
		);
		const offset = isPair(pair) && isNode(pair.key) ? pair.key.range?.[0] : undefined;
		if (offset !== undefined) return lineCounter.linePos(offset).line;
	}
	return undefined;
}
