import { truncateToWidth } from "@oh-my-pi/pi-tui/text/truncate";
import type { ViewOptions } from "./view.ts";

export interface TreeItem {
	readonly text: string;
	readonly children?: readonly TreeItem[];
}

/** Items below each other, joined by branches; what does not fit in the width is cut unless all of it is wanted. */
export function treeLines(items: readonly TreeItem[], options: ViewOptions): string[] {
	const { theme, expanded, width } = options;
	const draw = (below: readonly TreeItem[], indent: string): string[] =>
		below.flatMap(({ text, children = [] }, index) => {
			const isLast = index === below.length - 1;
			const branch = theme.symbol(isLast ? "tree.last" : "tree.branch");
			const stem = isLast ? " ".repeat(theme.symbol("tree.vertical").length) : theme.symbol("tree.vertical");
			const padding = " ".repeat(branch.length - stem.length + 1);
			return [`${theme.dim(`${indent}${branch}`)} ${text}`, ...draw(children, `${indent}${stem}${padding}`)];
		});
	const lines = draw(items, "");
	return expanded ? lines : lines.map((line) => truncateToWidth(line, width, theme.symbol("text.ellipsis")));
}
