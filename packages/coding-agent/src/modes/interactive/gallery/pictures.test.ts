import { expect, test } from "bun:test";
import { viewPictures } from "@oh-my-pi/pi-testkit/terminal/view-pictures";
import { loadToolViews } from "@oh-my-pi/pi-tools/views";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { blockSamples } from "./block-samples.data.ts";
import { drawBlock, drawGallery } from "./draw-gallery.ts";
import { galleryOptions } from "./gallery-options.ts";
import { gallerySamples } from "./gallery-samples.ts";

const toolViews = await loadToolViews();
const samples = await gallerySamples();

const picturesOf = (draw: (theme: Theme, width: number) => readonly string[]) =>
	viewPictures((theme) => ({ render: (width) => draw(theme, width) }));

/** Some pictures to be read, and a digest of each of the others, so that no change goes unnoticed. */
function readable(pictures: Record<string, string>, shown: readonly string[]): Record<string, string> {
	return Object.fromEntries(
		Object.entries(pictures).map(([name, rows]) => [name, shown.includes(name) ? rows : Bun.hash(rows).toString(16)]),
	);
}

test("pictures of every tool when it is done", async () => {
	const pictures = await picturesOf((theme, width) =>
		drawGallery({ samples, render: galleryOptions(theme, toolViews), width, state: "done" }),
	);
	expect(readable(pictures, ["plain 40", "dark 80"])).toMatchSnapshot();
});

test("pictures of every block", async () => {
	const pictures = await picturesOf((theme, width) =>
		Object.values(blockSamples).flatMap((block) => [...drawBlock(block, galleryOptions(theme, toolViews), width), ""]),
	);
	expect(readable(pictures, ["plain 80", "dark 80"])).toMatchSnapshot();
});

test("pictures of every block in full", async () => {
	const render = (theme: Theme) => ({ ...galleryOptions(theme, toolViews, { expanded: true }), showUsage: () => true });
	const { "plain 80": picture } = await picturesOf((theme, width) =>
		Object.values(blockSamples).flatMap((block) => [...drawBlock(block, render(theme), width), ""]),
	);
	expect(picture).toMatchSnapshot();
});
