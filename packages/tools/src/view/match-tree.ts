import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { replaceTabs } from "@oh-my-pi/pi-tui/text/tabs";
import { foldNote } from "./fold-note.ts";
import { type PathGroup, pathGroups } from "./path-groups.ts";
import { countOf } from "./title-text.ts";
import { type TreeItem, treeLines } from "./tree-lines.ts";
import type { ViewOptions } from "./view.ts";

const collapsedItems = 8;
const collapsedMatchesPerFile = 3;

/** What was found, by file; folded only the matches themselves, and of those the first. */
export function matchTree(displayContent: string, options: ViewOptions): string[] {
	const groups = pathGroups(replaceTabs(plainText(displayContent)));
	if (options.expanded)
		return treeLines(
			groups.map((group) => fileItem(group, group.rows, options)),
			options,
		);
	const items: TreeItem[] = [];
	let room = collapsedItems;
	for (const group of groups) {
		if (room < 2) break;
		const matches = group.rows.filter((row) => row.startsWith("*"));
		const shown = (matches.length > 0 ? matches : group.rows).slice(0, Math.min(collapsedMatchesPerFile, room - 1));
		items.push(fileItem(group, shown, options, Math.max(0, matches.length - shown.length)));
		room -= 1 + shown.length;
	}
	const hidden = groups.length - items.length;
	const lines = treeLines(items, options);
	return hidden > 0 ? [...lines, foldNote(`${countOf(hidden, "more file", "more files")}`, options)] : lines;
}

function fileItem({ path }: PathGroup, rows: readonly string[], { theme, ...rest }: ViewOptions, hidden = 0): TreeItem {
	const note =
		hidden > 0 ? [{ text: foldNote(countOf(hidden, "more match", "more matches"), { theme, ...rest }) }] : [];
	return {
		text: theme.accent(path === "" ? "." : path),
		children: [...rows.map((row) => ({ text: matchRow(row, { theme, ...rest }) })), ...note],
	};
}

/** What the model sees as `*18|text`, with a bar, and what is only around the match in the background. */
function matchRow(row: string, { theme }: ViewOptions): string {
	const [, mark, number, text = ""] = /^([* ])(\d+)\|(.*)$/.exec(row) ?? [];
	if (number === undefined) return theme.muted(row.trim());
	const place = `${mark}${number}${theme.symbol("boxSharp.vertical")}`;
	return mark === "*" ? `${theme.warning(place)}${text}` : theme.muted(place + text);
}
