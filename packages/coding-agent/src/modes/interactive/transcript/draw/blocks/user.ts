import { foldNote } from "@oh-my-pi/pi-tools/view/fold-note";
import { fitToWidth } from "@oh-my-pi/pi-tui/text/pad";
import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { replaceTabs } from "@oh-my-pi/pi-tui/text/tabs";
import type { UserBlock } from "../../reduce/block.ts";
import { BlockImages } from "../parts/block-images.ts";
import type { BlockRenderer, RenderOptions } from "../parts/block-view.ts";
import { drawnBlock } from "../parts/drawn-block.ts";
import { paddedRows } from "../parts/padded-rows.ts";

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

/** A prompt of more rows than this is folded: the beginning, and the end, where the question often is. */
const maxRows = 20;
const headRows = 8;
const tailRows = 2;

/** Whether a prompt may be folded, at any width. */
export function isLongPrompt({ text }: Pick<UserBlock, "text">): boolean {
	return text.length > 1000 || text.split("\n", maxRows + 1).length > maxRows;
}

function drawWords({ text, attachments }: UserBlock, options: RenderOptions, width: number): string[] {
	const { theme, padding, shownPath = (path) => path } = options;
	const textLines = text.trim() === "" ? [] : replaceTabs(plainText(text)).trimEnd().split("\n");
	const attached = attachments.map((name) =>
		theme.muted(`${theme.symbol("icon.attachment")} ${plainText(shownPath(name)).replaceAll("\n", " ")}`),
	);
	const padded = (lines: readonly string[]) => paddedRows(lines, width, padding());
	const words = folded(padded(textLines.map((line) => theme.userMessageText(line))), options, padded);
	return [...words, ...padded(attached)].map((row) => theme.userMessageBg(fitToWidth(row, width)));
}

function folded(
	rows: string[],
	{ theme, expanded, expandKey }: RenderOptions,
	padded: (lines: readonly string[]) => string[],
): string[] {
	if (expanded() || rows.length <= maxRows) return rows;
	const hidden = rows.length - headRows - tailRows;
	const note = foldNote(`${hidden} more lines`, { theme, expandKey: expandKey() });
	return [...rows.slice(0, headRows), ...padded([note]), ...rows.slice(-tailRows)];
}
