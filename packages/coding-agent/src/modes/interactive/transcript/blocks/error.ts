import { foldNote } from "@oh-my-pi/pi-tools/view/fold-note";
import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import type { ErrorBlock } from "../block.ts";
import type { BlockRenderer } from "../block-view.ts";
import { drawnBlock } from "../drawn-block.ts";
import { errorSummary } from "../error-summary.ts";
import { paddedRows } from "../padded-rows.ts";

/** Why the model's reply failed: in a sentence, and in the provider's own words on request. */
export const errorRenderer: BlockRenderer<ErrorBlock> = drawnBlock(({ text, state }, options, width) => {
	if (state !== "shown") return [];
	const { theme, padding } = options;
	const expanded = options.expanded();
	const summary = errorSummary(text);
	const said = theme.error(`Error: ${expanded ? plainText(text) : summary}`);
	const hidden = summary !== plainText(text) && !expanded;
	const note = foldNote("the whole message", { theme, expanded, width, expandKey: options.expandKey() });
	return paddedRows([...said.split("\n"), ...(hidden ? [note] : [])], width, padding());
});
