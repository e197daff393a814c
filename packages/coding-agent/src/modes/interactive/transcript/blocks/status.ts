import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import type { StatusBlock } from "../block.ts";
import type { BlockRenderer } from "../block-view.ts";
import { drawnBlock } from "../drawn-block.ts";
import { paddedRows } from "../padded-rows.ts";

/** What just happened, in a line. */
export const statusRenderer: BlockRenderer<StatusBlock> = drawnBlock(({ text }, { theme, padding }, width) =>
	paddedRows([theme.dim(plainText(text))], width, padding()),
);
