import { expect, test } from "bun:test";
import { viewPictures } from "@oh-my-pi/pi-testkit/view-pictures";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { blockSamples } from "./block-samples.data.ts";
import { drawBlock, drawGallery } from "./draw-gallery.ts";
import { galleryLook } from "./gallery-look.ts";

const picturesOf = (draw: (theme: Theme, width: number) => readonly string[]) =>
	viewPictures((theme) => ({ render: (width) => draw(theme, width) }));

test("pictures of every tool when it is done", async () => {
	const pictures = await picturesOf((theme, width) => drawGallery({ look: galleryLook(theme), width, state: "done" }));
	expect(pictures).toMatchSnapshot();
});

test("pictures of every block", async () => {
	const pictures = await picturesOf((theme, width) =>
		Object.values(blockSamples).flatMap((block) => [...drawBlock(block, galleryLook(theme), width), ""]),
	);
	expect(pictures).toMatchSnapshot();
});

test("pictures of every block in full", async () => {
	const look = (theme: Theme) => ({ ...galleryLook(theme, { expanded: true }), showUsage: () => true });
	const { "plain 80": picture } = await picturesOf((theme, width) =>
		Object.values(blockSamples).flatMap((block) => [...drawBlock(block, look(theme), width), ""]),
	);
	expect(picture).toMatchSnapshot();
});
