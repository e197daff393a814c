import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { Box } from "@oh-my-pi/pi-tui/widgets/box";
import { Text } from "@oh-my-pi/pi-tui/widgets/text";
import type { UserBlock } from "../block.ts";
import { BlockImages } from "../block-images.ts";
import type { BlockLook } from "../block-view.ts";

/** What the user said, on a background of its own so that it can be found again while scrolling. */
export const userLook: BlockLook<UserBlock> = {
	create(block, options) {
		const { theme } = options;
		const text = new Text(theme.userMessageText(plainText(block.text)));
		const box = new Box(text, { paddingX: 1, background: theme.userMessageBg });
		const images = new BlockImages(block.images, "image", options);
		return {
			update: () => {},
			render: (width) => images.below(box.render(width), width),
			invalidate() {
				box.invalidate();
				images.invalidate();
			},
		};
	},
};
