import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { replaceTabs } from "@oh-my-pi/pi-tui/text/tabs";
import { previewLines } from "../preview-lines.ts";
import { countOf, titleText } from "../title-view.ts";
import { defineView, type ViewOptions } from "../view.ts";
import type { Cell } from "./cells.ts";
import { evalTool } from "./eval.ts";
import type { CellDetails } from "./result.ts";

export const evalView = defineView(evalTool, {
	shape: "frame",
	title({ cells = [] }, { theme }) {
		const [first] = cells;
		const icon = first?.language === "js" ? "JS" : theme.symbol("icon.python");
		const name = first?.title ?? firstLine(first?.code ?? "");
		return titleText([icon, name, ...(cells.length > 1 ? [countOf(cells.length, "cell", "cells")] : [])].join(" • "));
	},
	call: ({ cells = [] }, options) =>
		previewLines(cells.map((cell) => codeOf(cell)).join("\n\n"), "head", options).map((line) => replaceTabs(line)),
	result({ details, text, imageCount }, options) {
		const { theme } = options;
		const images = imageCount > 0 ? [theme.muted(`[${countOf(imageCount, "image", "images")}]`)] : [];
		const cells = details?.cells ?? [];
		if (cells.length === 0) return [...previewLines(plainText(text), "tail", options), ...images];
		const notice = details?.notice === undefined ? [] : [theme.muted(details.notice)];
		return [...cells.flatMap((cell) => cellRows(cell, cells.length > 1, options)), ...images, ...notice];
	},
});

function cellRows(cell: CellDetails, isOneOfSeveral: boolean, options: ViewOptions): string[] {
	const { theme } = options;
	const { index, title, status, durationMs, output } = cell;
	const time = durationMs === undefined ? status : `(${shownTime(durationMs)})`;
	const name = isOneOfSeveral ? `${index + 1} ${title ?? firstLine(cell.code)} · ` : "";
	const facts = titleText(`${name}${time}`);
	const rows = previewLines(plainText(output), "tail", options).map((line) => replaceTabs(line));
	const row = status === "error" ? theme.error(facts) : theme.muted(facts);
	return isOneOfSeveral ? [row, ...rows] : [...rows, row];
}

function codeOf({ code = "" }: Partial<Cell>): string {
	return plainText(code).trimEnd();
}

function firstLine(code: string): string {
	const [first = "", ...rest] = code.trim().split("\n");
	return rest.length > 0 ? `${first} …` : first;
}

function shownTime(ms: number): string {
	return ms < 1000 ? `${Math.round(ms)}ms` : `${(ms / 1000).toFixed(1)}s`;
}
