import type { PlainLines } from "../dialog.ts";
import { treeRowText } from "./draw-tree-row.ts";
import type { TreeChoice } from "./tree-dialog.ts";
import { placeName } from "./tree-node.ts";
import type { TreeState } from "./tree-state.ts";

/** The tree as numbered entries, those on the way to where we are with a star; then what to do there. */
export async function treePlainly({ rows }: TreeState, lines: PlainLines): Promise<TreeChoice | undefined> {
	const entry = await lines.choose(
		"Session Tree",
		rows.map((row) => ({ value: row.node, label: treeRowText(row) })),
	);
	if (!entry) return undefined;
	const action = await lines.choose<TreeChoice["action"]>("Go on from there", [
		{ value: "go", label: "Go there" },
		{ value: "summarize", label: "Summarize what is left behind, and go there" },
		...(entry.kind === "user" ? [{ value: "branch" as const, label: "Branch to a new session file" }] : []),
	]);
	return action && { entryId: entry.id, name: placeName(entry), action };
}
