import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { Text } from "@oh-my-pi/pi-tui/widgets/text";
import type { NoticeBlock } from "../block.ts";
import type { BlockLook } from "../block-view.ts";

/** A word from omp itself. */
export const noticeLook: BlockLook<NoticeBlock> = {
	create(block, { theme }) {
		const text = new Text(styled(block, theme), { paddingX: 1 });
		return Object.assign(text, { update: () => {} });
	},
};

function styled(block: NoticeBlock, theme: Theme): string {
	const text = plainText(block.text);
	switch (block.level) {
		case "error":
			return theme.error(`${theme.symbol("status.error")} ${text}`);
		case "warning":
			return theme.warning(`${theme.symbol("status.warning")} ${text}`);
		case "info":
			return theme.dim(text);
	}
}
