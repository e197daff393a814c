import { RowCache } from "@oh-my-pi/pi-tui/widgets/row-cache";
import type { Block } from "./block.ts";
import type { BlockLook, LookOptions } from "./block-view.ts";

/** The look of a block that is wholly drawn from its data, at most once for each state and width. */
export function drawnLook<B extends Block>(
	draw: (block: B, options: LookOptions, width: number) => readonly string[],
): BlockLook<B> {
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
