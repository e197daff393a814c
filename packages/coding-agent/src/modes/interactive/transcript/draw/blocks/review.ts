import { previewLines } from "@oh-my-pi/pi-tools/view/preview-lines";
import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { replaceTabs } from "@oh-my-pi/pi-tui/text/tabs";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { CustomBlock } from "../../reduce/block.ts";
import type { BlockRenderer } from "../parts/block-view.ts";
import { drawnBlock } from "../parts/drawn-block.ts";
import { paddedRows } from "../parts/padded-rows.ts";

/** The result of a review: its verdict, and a line for each finding. */
export const reviewRenderer: BlockRenderer<CustomBlock> = drawnBlock(({ details, text }, options, width) => {
	const { theme, padding } = options;
	const style = { theme, width, expanded: options.expanded(), expandKey: options.expandKey() };
	const [head = "", ...rest] = replaceTabs(plainText(text)).split("\n");
	const lines = previewLines(rest.join("\n"), "head", style).map((line) => findingLine(line, theme));
	return [
		...paddedRows([verdictLine(head, details, theme)], width, padding()),
		...paddedRows(lines, width, padding() + 2),
	];
});

function verdictLine(text: string, details: unknown, theme: Theme): string {
	switch (isRecord(details) ? details.verdict : undefined) {
		case "correct":
			return theme.success(`${theme.symbol("status.success")} ${theme.bold(text)}`);
		case "not correct":
			return theme.error(`${theme.symbol("status.error")} ${theme.bold(text)}`);
		default:
			return theme.warning(`${theme.symbol("status.warning")} ${theme.bold(text)}`);
	}
}

/** `1. P1 src/a.ts:2 A null name crashes greet (90%)` */
function findingLine(line: string, theme: Theme): string {
	const [, number, priority = "", rest] = /^(\d+\.) (P[0-3]) (.*)$/.exec(line) ?? [];
	if (number === undefined) return theme.muted(line);
	const color = priority < "P2" ? theme.error : priority === "P2" ? theme.warning : theme.muted;
	return `${theme.muted(number)} ${color(priority)} ${rest}`;
}
