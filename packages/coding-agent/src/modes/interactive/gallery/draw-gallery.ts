import type { NamedSample } from "@oh-my-pi/pi-tools/samples";
import { builtInBlockRenderers } from "../transcript/draw/block-renderers.ts";
import type { RenderOptions } from "../transcript/draw/parts/block-view.ts";
import { drawRule } from "../transcript/draw/parts/draw-rule.ts";
import type { Block } from "../transcript/reduce/block.ts";
import { type SampleState, sampleBlock, sampleStates } from "./sample-blocks.ts";

export interface GalleryOptions {
	readonly samples: readonly NamedSample[];
	readonly render: RenderOptions;
	readonly width: number;
	readonly tool?: string;
	readonly state?: SampleState;
}

/** Every tool's view in each state, one below the other. */
export function drawGallery({ samples: all, render, width, tool, state }: GalleryOptions): string[] {
	const samples = all.filter((sample) => tool === undefined || sample.tool === tool);
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
