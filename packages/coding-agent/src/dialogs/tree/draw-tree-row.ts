import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { visibleWidth } from "@oh-my-pi/pi-tui/text/visible-width";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import type { TreeRow } from "./tree-rows.ts";

/** A row of the tree: lines to its fork, a bullet on the way to where we are, a label, and what was said. */
export function drawTreeRow(row: TreeRow, theme: Theme): string {
	const { node, isOnPath, hidden } = row;
	const bullet = isOnPath ? `${theme.accent(theme.symbol("list.bullet"))} ` : "  ";
	const label = node.label === undefined ? "" : `${theme.warning(`[${plainText(node.label)}]`)} `;
	const folded = hidden > 0 ? theme.dim(` ${theme.symbol("nav.folded")} ${hidden} folded`) : "";
	return `${theme.dim(drawGuides(row, theme))}${bullet}${label}${words(row, theme)}${folded}`;
}

/** The same where there are neither colors nor lines. */
export function treeRowText({ node, isOnPath, guides, fork }: TreeRow): string {
	const depth = guides.length + (fork ? 1 : 0);
	const label = node.label === undefined ? "" : `[${node.label}] `;
	const text = node.speaker ? `${node.speaker}: ${node.text}` : `[${node.text}]`;
	return plainText(`${"  ".repeat(depth)}${isOnPath ? "* " : ""}${label}${text}`);
}

function drawGuides({ guides, fork }: TreeRow, theme: Theme): string {
	const columns = visibleWidth(theme.symbol("tree.branch")) + 1;
	const line = theme.symbol("tree.vertical");
	const lines = guides.map((goesOn) => (goesOn ? line : " ") + " ".repeat(columns - 1)).join("");
	if (!fork) return lines;
	return `${lines}${theme.symbol(fork === "branch" ? "tree.branch" : "tree.last")} `;
}

function words({ node }: TreeRow, theme: Theme): string {
	const text = plainText(node.text);
	switch (node.kind) {
		case "user":
			return `${theme.accent(`${node.speaker}:`)} ${text}`;
		case "assistant":
			return `${theme.success(`${node.speaker}:`)} ${theme.muted(text)}`;
		case "custom":
			return `${theme.customMessageLabel(`${node.speaker ?? "note"}:`)} ${theme.muted(text)}`;
		case "tool":
		case "bookkeeping":
			return theme.dim(`[${text}]`);
		case "summary":
			return theme.warning(`[${text}]`);
	}
}
