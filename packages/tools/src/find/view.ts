import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { foldNote } from "../view/fold-note.ts";
import { previewLines } from "../view/preview-lines.ts";
import { countOf, titleText } from "../view/title-text.ts";
import { treeLines } from "../view/tree-lines.ts";
import { defineView } from "../view/view.ts";
import type { findTool } from "./find.ts";

const collapsedPaths = 8;

export const findView = defineView<typeof findTool>({
	shape: "inline",
	icon: (_params, theme) => theme.symbol("icon.search"),
	title: ({ path = "." }) => titleText(`Find: ${path}`),
	meta({ state, details }) {
		if (state !== "done" || !details) return undefined;
		const { files, truncated } = details;
		if (files.length === 0) return "nothing found";
		const found = countOf(files.length, "path", "paths");
		return truncated ? `${found}, and there are more` : found;
	},
	result(output, options) {
		if (output.state !== "done" || !output.details) return previewLines(plainText(output.text), "head", options);
		const { files } = output.details;
		const shown = options.expanded ? files : files.slice(0, collapsedPaths);
		const lines = treeLines(
			shown.map((path) => ({ text: plainText(path) })),
			options,
		);
		const hidden = files.length - shown.length;
		return hidden > 0 ? [...lines, foldNote(`${hidden} more paths`, options)] : lines;
	},
});
