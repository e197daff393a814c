import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { Box } from "@oh-my-pi/pi-tui/widgets/box";
import { Text } from "@oh-my-pi/pi-tui/widgets/text";
import type { UserBlock } from "../block.ts";
import type { BlockLook } from "../block-view.ts";

/** What the user said, on a background of its own so that it can be found again while scrolling. */
export const userLook: BlockLook<UserBlock> = {
	create(block, { theme }) {
		const images =
			block.imageCount > 0 ? theme.muted(`\n[${block.imageCount} image${block.imageCount > 1 ? "s" : ""}]`) : "";
		const text = new Text(theme.userMessageText(plainText(block.text)) + images);
		const box = new Box(text, { paddingX: 1, background: theme.userMessageBg });
		return Object.assign(box, { update: () => {} });
	},
};
