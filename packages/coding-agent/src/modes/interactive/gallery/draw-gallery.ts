import type { Block } from "../transcript/block.ts";
import { blockLooks } from "../transcript/block-looks.ts";
import type { BlockLook, LookOptions } from "../transcript/block-view.ts";
import { drawRule } from "../transcript/draw-rule.ts";
import { type SampleState, sampleBlock, sampleStates } from "./sample-blocks.ts";
import { toolSamples } from "./tool-samples.data.ts";

export interface GalleryOptions {
	readonly look: LookOptions;
	readonly width: number;
	readonly tool?: string;
	readonly state?: SampleState;
}

export const galleryTools: readonly string[] = toolSamples.map(({ tool }) => tool);

/** Every tool's view in each state, one below the other. */
export function drawGallery({ look, width, tool, state }: GalleryOptions): string[] {
	const samples = toolSamples.filter((sample) => tool === undefined || sample.tool === tool);
	const states = state === undefined ? sampleStates : [state];
	return samples.flatMap((sample) =>
		states.flatMap((shown) => [
			drawRule(`${sample.tool} ${look.theme.symbol("text.dot")} ${shown}`, look.theme, width),
			"",
			...drawBlock(sampleBlock(sample, shown), look, width),
			"",
		]),
	);
}

export function drawBlock(block: Block, look: LookOptions, width: number): readonly string[] {
	return (blockLooks[block.kind] as BlockLook<Block>).create(block, look).render(width);
}
