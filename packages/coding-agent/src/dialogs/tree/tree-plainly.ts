import type { PlainLines } from "../contract/dialog.ts";
import { treeRowText } from "./draw-tree-row.ts";
import { matchesQuery } from "./tree-filter.ts";
import type { TreeChoice } from "./tree-navigator.ts";
import { placeName } from "./tree-node.ts";
import type { TreeRow } from "./tree-rows.ts";
import type { TreeState } from "./tree-state.ts";

/** The tree as numbered entries, those on the way to where we are with a star; then what to do there. */
export async function treePlainly({ rows }: TreeState, lines: PlainLines): Promise<TreeChoice | undefined> {
	const listed = await fewEnough(rows, lines);
	if (listed.length === 0) {
		lines.say("Nothing was found.");
		return undefined;
	}
	const entry = await lines.choose(
		"Session Tree",
		listed.map((row) => ({ value: row.node, label: treeRowText(row) })),
	);
	if (!entry) return undefined;
	const action = await lines.choose<TreeChoice["action"]>("Continue from there", [
		{ value: "go", label: "Go there" },
		{ value: "summarize", label: "Summarize this branch, then go there" },
		...(entry.kind === "user" ? [{ value: "branch" as const, label: "Branch to a new session file" }] : []),
	]);
	return action && { entryId: entry.id, name: placeName(entry), action };
}

/** Nobody wants to hear hundreds of entries. */
const maxListed = 40;

async function fewEnough(rows: readonly TreeRow[], lines: PlainLines): Promise<readonly TreeRow[]> {
	if (rows.length <= maxListed) return rows;
	const query = await lines.enter(`${rows.length} entries. Search for (empty for the latest ${maxListed})`);
	return rows.filter(({ node }) => query === undefined || matchesQuery(node, query)).slice(-maxListed);
}
