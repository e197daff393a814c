import type { Dialog } from "../contract/dialog.ts";
import { type TreeChoice, type TreeDialogOptions, TreeNavigator } from "./tree-navigator.ts";
import { treeNodes } from "./tree-node.ts";
import { treePlainly } from "./tree-plainly.ts";
import { openTree } from "./tree-state.ts";

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
