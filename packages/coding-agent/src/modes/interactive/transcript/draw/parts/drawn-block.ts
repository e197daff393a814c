import { RowCache } from "@oh-my-pi/pi-tui/widgets/row-cache";
import type { Block } from "../../reduce/block.ts";
import type { BlockRenderer, RenderOptions } from "./block-view.ts";

/** A renderer that only needs the block's data; rows are cached for each state and width. */
export function drawnBlock<B extends Block>(
	draw: (block: B, options: RenderOptions, width: number) => readonly string[],
): BlockRenderer<B> {
	return {
		create(first, options) {
			const cache = new RowCache();
			let block = first;
			return {
				update(next) {
					block = next;
					cache.clear();
				},
				invalidate: () => cache.clear(),
				render: (width) => cache.get(width, () => draw(block, options, width)),
			};
		},
	};
}
