import type { ConfigPath } from "./config-checks.ts";

/**
 * Finds the line of a field in a YAML text or, if missing, of its parent. Bun's parser has no positions, so a second
 * parser is loaded when there is a problem to report.
 */
export async function yamlLineFinder(source: string): Promise<(path: ConfigPath) => number | undefined> {
	const { LineCounter, isCollection, isMap, parseDocument } = await import("yaml");
	const counter = new LineCounter();
	const document = parseDocument(source, { lineCounter: counter });
	return (path) => {
		let node: unknown = document.contents;
		let offset: number | undefined;
		for (const step of path) {
			if (!isCollection(node)) break;
			const pair = isMap(node) ? node.items.find((item) => String(item.key) === String(step)) : undefined;
			const next = node.get(step, true);
			const start = startOf(pair?.key) ?? startOf(next);
			if (start === undefined) break;
			offset = start;
			node = next;
		}
		return offset === undefined ? undefined : counter.linePos(offset).line;
	};
}

function startOf(node: unknown): number | undefined {
	return (node as { range?: readonly number[] } | undefined)?.range?.[0];
}
