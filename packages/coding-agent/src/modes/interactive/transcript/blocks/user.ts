import { fitToWidth } from "@oh-my-pi/pi-tui/text/pad";
import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { replaceTabs } from "@oh-my-pi/pi-tui/text/tabs";
import type { UserBlock } from "../block.ts";
import { BlockImages } from "../block-images.ts";
import type { BlockRenderer, RenderOptions } from "../block-view.ts";
import { drawnBlock } from "../drawn-block.ts";
import { paddedRows } from "../padded-rows.ts";

/** What the user said, on a background of its own so that it can be found again while scrolling. */
export const userRenderer: BlockRenderer<UserBlock> = {
	create(block, options) {
		const words = drawnBlock(drawWords).create(block, options);
		const images = new BlockImages(block.images, "image", options);
		return {
			update: (next) => words.update(next),
			render: (width) => images.below(words.render(width), width),
			invalidate() {
				words.invalidate?.();
				images.invalidate();
			},
		};
	},
};

function drawWords({ text, attachments }: UserBlock, { theme, padding }: RenderOptions, width: number): string[] {
	const said = text.trim() === "" ? [] : replaceTabs(plainText(text)).trimEnd().split("\n");
	const attached = attachments.map((name) =>
		theme.muted(`${theme.symbol("icon.attachment")} ${plainText(name).replaceAll("\n", " ")}`),
	);
	const rows = paddedRows([...said.map((line) => theme.userMessageText(line)), ...attached], width, padding());
	return rows.map((row) => theme.userMessageBg(fitToWidth(row, width)));
}
