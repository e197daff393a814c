import { basename } from "node:path";
import type { ToolBlock } from "../../reduce/block.ts";
import { imagesIn } from "../../reduce/message-blocks.ts";
import { BlockImages } from "../parts/block-images.ts";
import type { BlockRenderer, BlockView, RenderOptions } from "../parts/block-view.ts";
import { drawTool, drawToolPlainly } from "../tools/draw-tool.ts";

/** A tool call with its result, live while it runs. */
export const toolRenderer: BlockRenderer<ToolBlock> = {
	create: (block, options) => new ToolBlockView(block, options),
};

class ToolBlockView implements BlockView<ToolBlock> {
	readonly #options: RenderOptions;
	#drawn: { key: string; rows: readonly string[] } | undefined;
	#block: ToolBlock;
	#images: BlockImages;
	/** The tool's own view cannot draw this call. */
	#isPlain = false;

	constructor(block: ToolBlock, options: RenderOptions) {
		this.#block = shown(block, options);
		this.#options = options;
		this.#images = callImages(block, options);
	}

	update(block: ToolBlock): void {
		if (block.output !== this.#block.output) this.#images = callImages(block, this.#options);
		this.#block = shown(block, this.#options);
		this.#drawn = undefined;
	}

	invalidate(): void {
		this.#drawn = undefined;
		this.#images.invalidate();
	}

	render(width: number): readonly string[] {
		const { spinner, showTools } = this.#options;
		if (!showTools() || this.#block.isAskedAbout) return noRows;
		const picture = this.#block.state === "running" ? spinner() : "";
		const key = `${width} ${picture}`;
		if (this.#drawn?.key !== key) this.#drawn = { key, rows: this.#draw(width) };
		return this.#images.below(this.#drawn.rows, width);
	}

	#draw(width: number): readonly string[] {
		try {
			if (!this.#isPlain) return drawTool(this.#block, this.#options, width);
		} catch (error) {
			this.#isPlain = true;
			this.#options.onRenderError?.(error);
		}
		return drawToolPlainly(this.#block, this.#options, width);
	}
}

/** A call as the model wrote it: the tool alone gets the secrets. */
function shown(block: ToolBlock, { shownArgs }: RenderOptions): ToolBlock {
	const args = shownArgs ? shownArgs(block.args) : block.args;
	return args === block.args ? block : { ...block, args };
}

/** The pictures in a call's result, named by the file they come from. */
export function callImages({ tool, args, output }: ToolBlock, options: RenderOptions): BlockImages {
	const path = typeof args === "object" && args !== null && "path" in args ? args.path : undefined;
	const name = typeof path === "string" ? basename(path) : tool;
	return new BlockImages(imagesIn(output?.content ?? []), name, options);
}

const noRows: readonly string[] = [];
