import type { ReadsBlock, ToolBlock } from "../../reduce/block.ts";
import type { BlockImages } from "../parts/block-images.ts";
import type { BlockRenderer, BlockView, RenderOptions } from "../parts/block-view.ts";
import { drawReads } from "../tools/draw-reads.ts";
import { callImages } from "./tool.ts";

/** Files that were read one after the other: a line each, and what is in them on request. */
export const readsRenderer: BlockRenderer<ReadsBlock> = {
	create: (block, options) => new ReadsBlockView(block, options),
};

class ReadsBlockView implements BlockView<ReadsBlock> {
	readonly #options: RenderOptions;
	#drawn: { key: string; rows: readonly string[] } | undefined;
	#calls: readonly ToolBlock[];
	#images: readonly BlockImages[] = [];

	constructor(block: ReadsBlock, options: RenderOptions) {
		this.#calls = block.calls;
		this.#options = options;
		this.#images = this.#calls.map((call) => callImages(call, options));
	}

	update({ calls }: ReadsBlock): void {
		this.#images = calls.map((call, index) => {
			const known = this.#calls[index]?.output === call.output ? this.#images[index] : undefined;
			return known ?? callImages(call, this.#options);
		});
		this.#calls = calls;
		this.#drawn = undefined;
	}

	invalidate(): void {
		this.#drawn = undefined;
		for (const images of this.#images) images.invalidate();
	}

	render(width: number): readonly string[] {
		const { spinner, showTools } = this.#options;
		if (!showTools()) return noRows;
		const picture = this.#calls.some(({ state }) => state === "running") ? spinner() : "";
		const key = `${width} ${picture}`;
		if (this.#drawn?.key !== key) this.#drawn = { key, rows: drawReads(this.#calls, this.#options, width) };
		return this.#images.reduce((rows, images) => images.below(rows, width), this.#drawn.rows);
	}
}

const noRows: readonly string[] = [];
