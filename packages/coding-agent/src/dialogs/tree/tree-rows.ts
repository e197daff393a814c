import { matchesQuery, passesFilter, type TreeFilter } from "./tree-filter.ts";
import type { TreeNode } from "./tree-node.ts";

export interface TreeRow {
	readonly node: TreeNode;
	/** For each level to the left, whether a line goes on there. */
	readonly guides: readonly boolean[];
	/** The first row of a branch hangs from its fork. */
	readonly fork: "branch" | "last" | undefined;
	/** Begins a branch, or everything. */
	readonly isStart: boolean;
	readonly isOnPath: boolean;
	readonly hidden: number;
}

export interface TreeView {
	readonly filter: TreeFilter;
	readonly query: string;
	readonly folded: ReadonlySet<string>;
	readonly leafId: string | null;
	/** The entries from the root to the leaf. */
	readonly path: ReadonlySet<string>;
}

interface Shown {
	readonly node: TreeNode;
	readonly children: Shown[];
}

/** What is shown of a tree: entries that pass stand below the nearest one above that does; only forks are set in. */
export function treeRows(roots: readonly TreeNode[], view: TreeView): TreeRow[] {
	const rows: TreeRow[] = [];
	const tops = shownNodes(roots, view);
	const isForked = tops.length > 1;
	const open = tops
		.map((shown, index) => ({ shown, guides: [] as boolean[], ...forkAt(index, tops.length, isForked) }))
		.reverse();
	for (let next = open.pop(); next; next = open.pop()) {
		const { shown, guides, fork } = next;
		const { node, children } = shown;
		const isStart = fork !== undefined || rows.length === 0;
		const isFolded = view.folded.has(node.id) && children.length > 0;
		const isOnPath = view.path.has(node.id);
		rows.push({ node, guides, fork, isStart, isOnPath, hidden: isFolded ? countBelow(shown) : 0 });
		if (isFolded) continue;
		const below = fork === undefined ? guides : [...guides, fork === "branch"];
		const splits = children.length > 1;
		for (const [index, child] of [...children.entries()].reverse()) {
			open.push({ shown: child, guides: below, ...forkAt(index, children.length, splits) });
		}
	}
	return rows;
}

function forkAt(index: number, count: number, splits: boolean): { fork: TreeRow["fork"] } {
	if (!splits) return { fork: undefined };
	return { fork: index === count - 1 ? "last" : "branch" };
}

function shownNodes(roots: readonly TreeNode[], { filter, query, leafId }: TreeView): Shown[] {
	const tops: Shown[] = [];
	const open = roots.map((node) => ({ node, above: undefined as Shown | undefined })).reverse();
	for (let next = open.pop(); next; next = open.pop()) {
		const { node } = next;
		let { above } = next;
		if (passesFilter(node, filter, leafId) && (query === "" || matchesQuery(node, query))) {
			const shown = { node, children: [] };
			(above?.children ?? tops).push(shown);
			above = shown;
		}
		for (const child of node.children.toReversed()) open.push({ node: child, above });
	}
	return tops;
}

function countBelow(shown: Shown): number {
	let count = -1;
	const open = [shown];
	for (let next = open.pop(); next; next = open.pop()) {
		count++;
		open.push(...next.children);
	}
	return count;
}
