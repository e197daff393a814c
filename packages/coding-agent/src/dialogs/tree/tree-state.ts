import { nextFilter, type TreeFilter } from "./tree-filter.ts";
import type { TreeNode } from "./tree-node.ts";
import { type TreeRow, type TreeView, treeRows } from "./tree-rows.ts";

/** Where the navigator stands: what it shows, and which row is chosen. */
export interface TreeState extends TreeView {
	readonly roots: readonly TreeNode[];
	readonly rows: readonly TreeRow[];
	readonly selected: number;
}

export function openTree(roots: readonly TreeNode[], view: Omit<TreeView, "folded">): TreeState {
	const empty: TreeState = { ...view, folded: new Set(), roots, rows: [], selected: 0 };
	return shown(empty, {}, currentPoint(roots, view));
}

/** Shows something else and stays at the same entry, or at the nearest above that is still there. */
export function shown(
	state: TreeState,
	change: Partial<Pick<TreeView, "filter" | "query" | "folded">>,
	at: TreeNode | undefined = state.rows[state.selected]?.node,
): TreeState {
	const view = { ...state, ...change };
	const rows = treeRows(state.roots, view);
	const rowOf = new Map(rows.map((row, index) => [row.node, index]));
	for (let node = at; node; node = node.parent) {
		const index = rowOf.get(node);
		if (index !== undefined) return { ...view, rows, selected: index };
	}
	return { ...view, rows, selected: Math.max(0, rows.length - 1) };
}

export function cycleFilter(state: TreeState, step: 1 | -1): TreeState {
	return useFilter(state, nextFilter(state.filter, step));
}

export function useFilter(state: TreeState, filter: TreeFilter): TreeState {
	return shown(state, { filter, folded: new Set() });
}

/** Folds the branch that begins here, or goes to the beginning of the one this is in. */
export function foldOrUp(state: TreeState): TreeState {
	const row = state.rows[state.selected];
	if (!row) return state;
	if (row.isStart && row.hidden === 0 && hasBelow(state)) {
		return shown(state, { folded: new Set([...state.folded, row.node.id]) });
	}
	const start = state.rows.findLastIndex(({ isStart }, index) => isStart && index < state.selected);
	return { ...state, selected: Math.max(0, start) };
}

/** Unfolds what is folded here, or goes to the next branch below. */
export function unfoldOrDown(state: TreeState): TreeState {
	const row = state.rows[state.selected];
	if (row && row.hidden > 0) {
		return shown(state, { folded: new Set([...state.folded].filter((id) => id !== row.node.id)) });
	}
	const start = state.rows.findIndex(({ isStart }, index) => isStart && index > state.selected);
	return start === -1 ? state : { ...state, selected: start };
}

/** The next thing the user said, or the one before. */
export function moveTurn(state: TreeState, step: 1 | -1): TreeState {
	const { rows, selected } = state;
	for (let index = selected + step; index >= 0 && index < rows.length; index += step) {
		if (rows[index]?.node.kind === "user") return { ...state, selected: index };
	}
	return state;
}

function hasBelow({ rows, selected }: TreeState): boolean {
	const row = rows[selected];
	for (let node = rows[selected + 1]?.node; node; node = node.parent) if (node === row?.node) return true;
	return false;
}

function currentPoint(roots: readonly TreeNode[], { leafId }: Pick<TreeView, "leafId">): TreeNode | undefined {
	const open = [...roots];
	for (let node = open.pop(); node; node = open.pop()) {
		if (node.id === leafId) return node;
		open.push(...node.children);
	}
	return undefined;
}
