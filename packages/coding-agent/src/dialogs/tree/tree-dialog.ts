import type { SessionTreeNode } from "@oh-my-pi/pi-session/session-log";
import type { Dialog } from "../dialog.ts";
import type { TreeFilter } from "./tree-filter.ts";
import { TreeNavigator } from "./tree-navigator.ts";
import { treeNodes } from "./tree-node.ts";
import { treePlainly } from "./tree-plainly.ts";
import { openTree } from "./tree-state.ts";

export interface TreeDialogOptions {
	readonly roots: readonly SessionTreeNode[];
	readonly leafId: string | null;
	/** From the root to the leaf. */
	readonly path: readonly string[];
	readonly filter: TreeFilter;
	/** Without a text the entry loses its label. */
	readonly setLabel: (entryId: string, label: string | undefined) => void;
}

export interface TreeChoice {
	readonly entryId: string;
	/** What to call the place. */
	readonly name: string;
	/** Go on here, go on here after summing up what is left, or in a new file. */
	readonly action: "go" | "summarize" | "branch";
}

/** Shows everything that was said in a session with all its branches, and asks where to go on. */
export function treeDialog(options: TreeDialogOptions): Dialog<TreeChoice> {
	const { leafId, filter } = options;
	const state = () => openTree(treeNodes(options.roots), { leafId, filter, query: "", path: new Set(options.path) });
	return {
		title: "Session Tree",
		open: (context) => new TreeNavigator(state(), options.setLabel, context),
		plain: (lines) => treePlainly(state(), lines),
	};
}
