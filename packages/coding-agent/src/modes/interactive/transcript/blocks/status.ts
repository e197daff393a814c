import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import type { StatusBlock } from "../block.ts";
import type { BlockLook } from "../block-view.ts";
import { drawnLook } from "../drawn-look.ts";
import { paddedRows } from "../padded-rows.ts";

/** What just happened, in a line. */
export const statusLook: BlockLook<StatusBlock> = drawnLook(({ text }, { theme, padding }, width) =>
	paddedRows([theme.dim(plainText(text))], width, padding()),
);
