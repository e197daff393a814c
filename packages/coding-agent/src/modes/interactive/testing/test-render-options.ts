import { plainTheme } from "@oh-my-pi/pi-testkit/terminal/plain-theme";
import { loadToolViews } from "@oh-my-pi/pi-tools/views";
import { galleryOptions } from "../gallery/gallery-options.ts";
import type { RenderOptions } from "../transcript/draw/parts/block-view.ts";

const toolViews = await loadToolViews();

/** The options of a user who has changed nothing, unless told otherwise. */
export function testRenderOptions(changes: Partial<RenderOptions> = {}): RenderOptions {
	return { ...galleryOptions(changes.theme ?? plainTheme, toolViews), ...changes };
}
