import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { replaceTabs } from "@oh-my-pi/pi-tui/text/tabs";
import { matchTree } from "../view/match-tree.ts";
import { previewLines } from "../view/preview-lines.ts";
import { countOf, titleText } from "../view/title-text.ts";
import { defineView } from "../view/view.ts";
import type { searchTool } from "./search.ts";

export const searchView = defineView<typeof searchTool>({
	shape: "inline",
	icon: (_params, theme) => theme.symbol("icon.search"),
	title: ({ pattern = "" }) => titleText(`Search: ${pattern}`),
	meta({ state, details }, { theme }, { path }) {
		if (state !== "done" || details?.matchCount === undefined) return path && titleText(`in ${path}`);
		const { matchCount, fileCount } = details;
		const found = [countOf(matchCount, "match", "matches"), countOf(fileCount, "file", "files")];
		return [...found, ...(path ? [titleText(`in ${path}`)] : [])].join(` ${theme.symbol("text.dot")} `);
	},
	result({ state, text, details }, options) {
		if (state === "failed" || !details) return previewLines(replaceTabs(plainText(text)), "head", options);
		return details.matchCount === 0 ? [] : matchTree(details.displayContent, options);
	},
});
