import { plainText, visibleText } from "@oh-my-pi/pi-tui/text/sanitize";
import { replaceTabs } from "@oh-my-pi/pi-tui/text/tabs";
import type { Cell } from "../kernels/cell.ts";
import { codeLines } from "../view/code-lines.ts";
import { foldLines, previewLines } from "../view/preview-lines.ts";
import { countOf, titleText } from "../view/title-text.ts";
import { defineView, type ViewOptions } from "../view/view.ts";
import type { evalTool } from "./eval.ts";
import type { CellDetails } from "./result.ts";

export const evalView = defineView<typeof evalTool>({
	shape: "gutter",
	icon: ({ cells = [] }, theme) => (cells[0]?.language === "js" ? "JS" : theme.symbol("icon.python")),
	title({ cells = [] }, { theme }) {
		const [first] = cells;
		const name = first?.title ?? firstLine(first?.code ?? "");
		const count = cells.length > 1 ? [countOf(cells.length, "cell", "cells")] : [];
		return titleText([name, ...count].join(` ${theme.symbol("text.dot")} `));
	},
	meta({ details }, { theme }) {
		const times = (details?.cells ?? []).map(({ durationMs }) => durationMs);
		if (times.length === 0 || times.includes(undefined)) return undefined;
		const total = times.reduce<number>((sum, time) => sum + (time ?? 0), 0);
		return `${theme.symbol("text.dot")} (${shownTime(total)})`;
	},
	call: ({ cells = [] }, options) =>
		foldLines(
			cells.flatMap((cell, index) => [...(index > 0 ? [""] : []), ...cellLines(cell, options)]),
			"head",
			options,
		),
	result({ details, text, imageCount }, options) {
		const { theme } = options;
		const images = imageCount > 0 ? [theme.muted(`[${countOf(imageCount, "image", "images")}]`)] : [];
		const cells = details?.cells ?? [];
		if (cells.length === 0) return [...previewLines(plainText(text), "tail", options), ...images];
		const notice = details?.notice === undefined ? [] : [theme.muted(details.notice)];
		return [...cells.flatMap((cell) => cellRows(cell, cells.length > 1, options)), ...images, ...notice];
	},
});

function cellLines({ code = "", language }: Partial<Cell>, options: ViewOptions): readonly string[] {
	const lines = visibleText(code).trimEnd().split("\n");
	return lines.length === 1 && lines[0] === "" ? [] : codeLines(lines, language === "js" ? "js" : "py", options);
}

function cellRows(cell: CellDetails, isOneOfSeveral: boolean, options: ViewOptions): string[] {
	const { theme } = options;
	const { index, title, status, durationMs, output } = cell;
	const rows = previewLines(plainText(output), "tail", options).map((line) => replaceTabs(line));
	if (!isOneOfSeveral) return status === "complete" || status === "error" ? rows : [...rows, theme.muted(status)];
	const time = durationMs === undefined ? status : `(${shownTime(durationMs)})`;
	const facts = titleText(`${index + 1} ${title ?? firstLine(cell.code)} ${theme.symbol("text.dot")} ${time}`);
	return [status === "error" ? theme.error(facts) : theme.muted(facts), ...rows];
}

function firstLine(code: string): string {
	const [first = "", ...rest] = code.trim().split("\n");
	return rest.length > 0 ? `${first} …` : first;
}

function shownTime(ms: number): string {
	return ms < 1000 ? `${Math.round(ms)}ms` : `${(ms / 1000).toFixed(1)}s`;
}
