import { basename } from "node:path";
import { previewLines } from "@oh-my-pi/pi-tools/preview-lines";
import { type ToolView, type ViewOptions, viewedOutput } from "@oh-my-pi/pi-tools/view";
import { toolViews } from "@oh-my-pi/pi-tools/views";
import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { wrapTextWithAnsi } from "@oh-my-pi/pi-tui/text/wrap";
import { drawFrame, frameInnerWidth } from "@oh-my-pi/pi-tui/widgets/draw-frame";
import { RowCache } from "@oh-my-pi/pi-tui/widgets/row-cache";
import type { ToolBlock } from "../block.ts";
import { BlockImages, imagesIn } from "../block-images.ts";
import type { BlockLook, BlockView, LookOptions } from "../block-view.ts";

/** A tool call with its result, live while it runs. */
export const toolLook: BlockLook<ToolBlock> = {
	create: (block, options) => new ToolBlockView(block, options),
};

/** For tools that bring no view of their own. */
const plainView: ToolView = {
	shape: "frame",
	call: (params) => [JSON.stringify(params)],
	result: (output, options) => previewLines(output.text, "tail", options),
};

class ToolBlockView implements BlockView<ToolBlock> {
	readonly #options: LookOptions;
	readonly #cache = new RowCache();
	#block: ToolBlock;
	#images: BlockImages;

	constructor(block: ToolBlock, options: LookOptions) {
		this.#block = block;
		this.#options = options;
		this.#images = imagesOf(block, options);
	}

	update(block: ToolBlock): void {
		if (block.output !== this.#block.output) this.#images = imagesOf(block, this.#options);
		this.#block = block;
		this.#cache.clear();
	}

	invalidate(): void {
		this.#cache.clear();
		this.#images.invalidate();
	}

	render(width: number): readonly string[] {
		const rows = this.#cache.get(width, () => this.#draw(width));
		return this.#images.below(rows, width);
	}

	#draw(width: number): readonly string[] {
		const view = toolViews.get(this.#block.tool) ?? plainView;
		return view.shape === "frame" ? this.#drawFrame(view, width) : this.#drawInline(view, width);
	}

	#drawFrame(view: ToolView, width: number): string[] {
		const inner = frameInnerWidth(width);
		const options = this.#viewOptions(inner);
		const params = paramsOf(this.#block);
		const { theme } = this.#options;
		const call = wrapped(this.#call(view, options), inner);
		const result = wrapped(this.#result(view, options), inner);
		const title = view.title?.(params, options);
		const sections = [{ ...(title && { title }), rows: call }];
		if (result.length > 0) sections.push({ title: theme.muted("Output"), rows: result });
		const border = { running: theme.borderMuted, done: theme.border, failed: theme.error }[this.#block.state];
		return drawFrame(sections, { width, theme, border });
	}

	#drawInline(view: ToolView, width: number): string[] {
		const options = this.#viewOptions(width - 2);
		const params = paramsOf(this.#block);
		const { theme } = this.#options;
		const mark = {
			running: theme.muted(theme.symbol("status.pending")),
			done: theme.success(theme.symbol("status.done")),
			failed: theme.error(theme.symbol("status.error")),
		}[this.#block.state];
		const title = theme.toolTitle(view.title?.(params, options) ?? this.#block.tool);
		const result = wrapped(this.#result(view, options), width - 4).map((line) => `   ${line}`);
		return [...wrapped([`${mark} ${title}`], width - 1).map((line) => ` ${line}`), ...result];
	}

	/** Until there is a result, what the call would do may tell more than its arguments. */
	#call(view: ToolView, options: ViewOptions): readonly string[] {
		const { output, state } = this.#block;
		const draw = output === undefined && state === "running" ? (view.preview ?? view.call) : view.call;
		return draw?.(paramsOf(this.#block), options) ?? [];
	}

	#result(view: ToolView, options: ViewOptions): readonly string[] {
		const { output, state } = this.#block;
		if (!output) return [];
		const viewed = viewedOutput(output, state);
		return view.result?.({ ...viewed, text: plainText(viewed.text) }, options, paramsOf(this.#block)) ?? [];
	}

	#viewOptions(width: number): ViewOptions {
		const { theme, expanded, taggedText } = this.#options;
		const streaming = this.#block.streaming ?? false;
		return { theme, expanded: expanded(), width, streaming, ...(taggedText && { taggedText }) };
	}
}

function imagesOf(block: ToolBlock, options: LookOptions): BlockImages {
	const { path } = paramsOf(block);
	const name = typeof path === "string" ? basename(path) : block.tool;
	return new BlockImages(imagesIn(block.output?.content ?? []), name, options);
}

/** What a model wrote is shown, never obeyed: no escape sequence of it reaches the terminal. */
function paramsOf(block: ToolBlock): Record<string, unknown> {
	const args = typeof block.args === "object" && block.args !== null ? block.args : {};
	return Object.fromEntries(
		Object.entries(args).map(([name, value]) => [name, typeof value === "string" ? plainText(value) : value]),
	);
}

function wrapped(lines: readonly string[], width: number): string[] {
	return lines.flatMap((line) => wrapTextWithAnsi(line, Math.max(1, width)));
}
