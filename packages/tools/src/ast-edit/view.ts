import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { foldedDiffLines } from "../edit/diff-view.ts";
import { foldNote } from "../view/fold-note.ts";
import { pathGroups } from "../view/path-groups.ts";
import { previewLines } from "../view/preview-lines.ts";
import { countOf, titleText } from "../view/title-text.ts";
import { defineView } from "../view/view.ts";
import type { astEditTool } from "./ast-edit.ts";
import type { AstEditDetails } from "./execute.ts";

const foldedFiles = 3;
const foldedRowsPerFile = 8;

export const astEditView = defineView<typeof astEditTool>({
	shape: "frame",
	icon: (_params, theme) => theme.symbol("icon.edit"),
	title: ({ ops }) => titleText(`AST Edit: ${(ops ?? []).map(({ pat }) => pat ?? "").join(", ")}`),
	meta({ state, details }, { theme }) {
		if (state === "failed" || !details) return undefined;
		const { totalReplacements, filesTouched } = details;
		const mark = `${theme.symbol("bracket.left")}proposed${theme.symbol("bracket.right")}`;
		const facts = [countOf(totalReplacements, "replacement", "replacements"), countOf(filesTouched, "file", "files")];
		const counted = facts.join(` ${theme.symbol("text.dot")} `);
		return totalReplacements > 0 ? `${theme.warning(mark)} ${counted}` : counted;
	},
	result(output, options) {
		if (output.state === "failed" || !output.details) return previewLines(plainText(output.text), "head", options);
		const files = listFiles(output.details);
		const shown = options.expanded ? files : files.slice(0, foldedFiles);
		const rows = shown.flatMap(({ title, path, diff }) => [
			options.theme.bold(plainText(title)),
			...foldedDiffLines(diff, options, path, foldedRowsPerFile),
		]);
		const hidden = files.length - shown.length;
		return hidden > 0 ? [...rows, foldNote(countOf(hidden, "more file", "more files"), options)] : rows;
	},
});

function listFiles({ diffs, displayContent }: AstEditDetails) {
	if (!diffs) {
		return pathGroups(plainText(displayContent)).map(({ path, rows }) => ({
			title: path,
			path,
			diff: rows.join("\n"),
		}));
	}
	return diffs.map(({ path, count, diff }) => ({
		title: `${path} (${countOf(count, "replacement", "replacements")})`,
		path,
		diff,
	}));
}
