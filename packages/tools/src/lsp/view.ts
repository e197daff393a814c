import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { replaceTabs } from "@oh-my-pi/pi-tui/text/tabs";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { countDiff, diffCountText, foldedDiffLines } from "../edit/diff-view.ts";
import { foldNote } from "../view/fold-note.ts";
import { foldLines } from "../view/preview-lines.ts";
import { countOf, titleText } from "../view/title-text.ts";
import { defineView, type ViewOptions } from "../view/view.ts";
import type { FileDiff } from "./call/lsp-call.ts";
import type { LspParams } from "./call/parameters.ts";
import type { lspTool } from "./lsp.ts";

const foldedFiles = 3;
const foldedRowsPerFile = 8;

const words: Partial<Record<LspParams["action"], string>> = {
	type_definition: "type definition",
	rename_file: "rename file",
	code_actions: "code actions",
};

export const lspView = defineView<typeof lspTool>({
	shape: "inline",
	title(params) {
		const { action } = params;
		const subject = subjectText(params);
		const name = action === undefined ? "LSP" : `LSP ${words[action] ?? action}`;
		return titleText(subject === "" ? name : `${name}: ${subject}`);
	},
	meta: ({ details, state }) => (state === "done" ? details?.serverName : undefined),
	result({ text, details, state }, options) {
		const { theme } = options;
		const diffs = details?.diffs ?? [];
		const lines = replaceTabs(plainText(text)).replace(/\n+$/, "").split("\n");
		const hasFailed = state === "failed" || details?.success === false;
		const rows = lines.map((line, index) => (hasFailed && index === 0 ? theme.error(line) : styledLine(line, theme)));
		if (diffs.length === 0 || hasFailed) return foldLines(rows, "head", options);
		return [...otherRows(rows), ...diffRows(diffs, options)];
	},
	changes: ({ details }) => (details?.diffs ?? []).map(({ path, diff }) => ({ path, ...countDiff(diff) })),
});

/** What the diffs do not say already. */
function otherRows(rows: readonly string[]): string[] {
	return rows.filter((row, index) => index === 0 || !/^\s*(?:Applied \d+ edit\(s\) to |Workspace edit:$)/.test(row));
}

function diffRows(diffs: readonly FileDiff[], options: ViewOptions): string[] {
	const { theme } = options;
	const shown = options.expanded ? diffs : diffs.slice(0, foldedFiles);
	const rows = shown.flatMap(({ path, diff }) => [
		`${theme.bold(plainText(path))} ${diffCountText(countDiff(diff), theme)}`,
		...foldedDiffLines(diff, options, path, foldedRowsPerFile),
	]);
	const hidden = diffs.length - shown.length;
	return hidden > 0 ? [...rows, foldNote(countOf(hidden, "more file", "more files"), options)] : rows;
}

/** `greet → hail src/a.ts:3` */
function subjectText({ action, file, line, symbol, query, new_name: newName }: Partial<LspParams>): string {
	const place = file === undefined || line === undefined ? file : `${file}:${line}`;
	const renamed = [action === "rename_file" ? place : symbol, newName].filter((part) => part !== undefined).join(" → ");
	const parts = action === "rename_file" ? [renamed] : [newName === undefined ? symbol : renamed, query, place];
	return parts.filter((part) => part !== undefined && part !== "").join(" ");
}

/** Problems in their colors, places to the fore, the code around them to the back. */
function styledLine(line: string, theme: Theme): string {
	if (/^\s*\S+:\d+(?::\d+)? \[error\]|^\s+\d+:\d+ \[error\]|^✘|^(?:LSP error|Error)\b|^no answer from /.test(line)) {
		return theme.error(line);
	}
	if (/^\s+\d+:\d+ \[warning\]|^⚠|^Note: /.test(line)) return theme.warning(line);
	if (/^# |^ {2}\S+:\d+:\d+$/.test(line)) return theme.accent(line);
	return /^ {4}\d+: |^ +\d+:\d+ \[(?:info|hint)\]|^ *\.\.\. /.test(line) ? theme.muted(line) : line;
}
