import { previewLines } from "@oh-my-pi/pi-tools/view/preview-lines";
import { fitToWidth } from "@oh-my-pi/pi-tui/text/pad";
import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { replaceTabs } from "@oh-my-pi/pi-tui/text/tabs";
import type { CustomBlock } from "../../reduce/block.ts";
import type { BlockRenderer } from "../parts/block-view.ts";
import { drawnBlock } from "../parts/drawn-block.ts";
import { paddedRows } from "../parts/padded-rows.ts";

/** Something an extension or omp itself has said into the conversation. */
export const customRenderer: BlockRenderer<CustomBlock> = drawnBlock(({ label, text }, options, width) => {
	const { theme, padding } = options;
	const style = { theme, width, expanded: options.expanded(), expandKey: options.expandKey() };
	const lines = previewLines(replaceTabs(plainText(text)), "head", style);
	const title = theme.customMessageLabel(theme.bold(`[${plainText(label)}]`));
	const rows = paddedRows([title, ...lines.map((line) => theme.customMessageText(line))], width, padding());
	return rows.map((row) => theme.customMessageBg(fitToWidth(row, width)));
});
