import type { Block } from "../transcript/block.ts";
import { builtInBlockRenderers } from "../transcript/block-renderers.ts";
import type { RenderOptions } from "../transcript/block-view.ts";
import { drawRule } from "../transcript/draw-rule.ts";
import { type SampleState, sampleBlock, sampleStates } from "./sample-blocks.ts";
import { toolSamples } from "./tool-samples.data.ts";

export interface GalleryOptions {
	readonly render: RenderOptions;
	readonly width: number;
	readonly tool?: string;
	readonly state?: SampleState;
}

export const galleryTools: readonly string[] = toolSamples.map(({ tool }) => tool);

/** Every tool's view in each state, one below the other. */
export function drawGallery({ render, width, tool, state }: GalleryOptions): string[] {
	const samples = toolSamples.filter((sample) => tool === undefined || sample.tool === tool);
	const states = state === undefined ? sampleStates : [state];
	return samples.flatMap((sample) =>
		states.flatMap((shown) => [
			drawRule(`${sample.tool} ${render.theme.symbol("text.dot")} ${shown}`, render.theme, width),
			"",
			...drawBlock(sampleBlock(sample, shown), render, width),
			"",
		]),
	);
}

const renderers = builtInBlockRenderers();

export function drawBlock(block: Block, render: RenderOptions, width: number): readonly string[] {
	return renderers.of(block).create(block, render).render(width);
}
