import { titleText } from "@oh-my-pi/pi-tools/view/title-text";
import type { JobBlock } from "../block.ts";
import type { BlockRenderer } from "../block-view.ts";
import { drawnBlock } from "../drawn-block.ts";
import { paddedRows } from "../padded-rows.ts";

/** Work in the background has come to its end. */
export const jobRenderer: BlockRenderer<JobBlock> = drawnBlock(({ jobs }, { theme, padding }, width) =>
	paddedRows(
		jobs.map(({ type, label, durationMs }) => {
			const facts = theme.muted(`[${type}]`);
			const time = theme.dim(`(${(durationMs / 1000).toFixed(1)}s)`);
			return `${theme.accent(theme.symbol("list.bullet"))} Background job completed ${facts} ${titleText(label)} ${time}`;
		}),
		width,
		padding(),
	),
);
