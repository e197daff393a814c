import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import type { NoticeBlock } from "../block.ts";
import type { BlockRenderer } from "../block-view.ts";
import { drawnBlock } from "../drawn-block.ts";
import { paddedRows } from "../padded-rows.ts";

/** A word from omp itself. */
export const noticeRenderer: BlockRenderer<NoticeBlock> = drawnBlock((block, { theme, padding }, width) =>
	paddedRows(styled(block, theme).split("\n"), width, padding()),
);

function styled({ text: given, level }: NoticeBlock, theme: Theme): string {
	const text = plainText(given);
	const each = (style: (line: string) => string, mark: string) => `${mark}${text}`.split("\n").map(style).join("\n");
	switch (level) {
		case "error":
			return each(theme.error, `${theme.symbol("status.error")} `);
		case "warning":
			return each(theme.warning, `${theme.symbol("status.warning")} `);
		case "info":
			return each(theme.muted, "");
	}
}
