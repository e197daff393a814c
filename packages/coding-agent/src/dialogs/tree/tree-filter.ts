import type { TreeNode } from "./tree-node.ts";

export const treeFilters = ["default", "no-tools", "user-only", "labeled-only", "all"] as const;
export type TreeFilter = (typeof treeFilters)[number];

/** The keys that choose a filter directly: Alt and one of these. */
export const filterLetters: Readonly<Record<string, TreeFilter>> = {
	d: "default",
	t: "no-tools",
	u: "user-only",
	l: "labeled-only",
	a: "all",
};

export function passesFilter(node: TreeNode, filter: TreeFilter, leafId: string | null): boolean {
	switch (filter) {
		case "all":
			return true;
		case "labeled-only":
			return node.label !== undefined;
		case "user-only":
			return node.kind === "user";
		case "no-tools":
			return node.kind !== "tool" && passesFilter(node, "default", leafId);
		case "default":
			return node.kind !== "bookkeeping" && (!node.isOnlyCalls || node.id === leafId);
	}
}

export function nextFilter(filter: TreeFilter, step: 1 | -1): TreeFilter {
	const at = treeFilters.indexOf(filter) + step + treeFilters.length;
	return treeFilters[at % treeFilters.length] ?? "default";
}

/** Every word is in the text, the speaker or the label. */
export function matchesQuery(node: TreeNode, query: string): boolean {
	const searchable = `${node.speaker ?? ""} ${node.label ?? ""} ${node.text}`.toLowerCase();
	return query
		.toLowerCase()
		.split(/\s+/)
		.every((word) => searchable.includes(word));
}
