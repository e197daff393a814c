import { titleText } from "./title-text.ts";
import { type TreeItem, treeLines } from "./tree-lines.ts";
import type { ViewOptions } from "./view.ts";

const maxDepth = 6;

/** The text as a tree if it is a JSON object or list; `undefined` when it is something else. */
export function jsonTree(text: string, options: ViewOptions): string[] | undefined {
	if (!/^\s*[[{]/.test(text)) return undefined;
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === "object" && value !== null ? treeLines(listItems(value, options, 0), options) : undefined;
	} catch {
		// It only looked like JSON; it is shown as the text it is.
		return undefined;
	}
}

/** `key="value"` for each argument of a call, on one line. */
export function argumentLine(params: Readonly<Record<string, unknown>>): string {
	return titleText(
		Object.entries(params)
			.map(([name, value]) => `${name}=${JSON.stringify(value)}`)
			.join(" "),
	);
}

function listItems(value: object, options: ViewOptions, depth: number): TreeItem[] {
	const isList = Array.isArray(value);
	return Object.entries(value).map(([name, inner]) => {
		const key = options.theme.muted(isList ? `${Number(name) + 1}` : titleText(name));
		const isBranch = typeof inner === "object" && inner !== null && depth < maxDepth;
		if (!isBranch) return { text: `${key} ${titleText(typeof inner === "string" ? inner : JSON.stringify(inner))}` };
		return { text: key, children: listItems(inner, options, depth + 1) };
	});
}
