import { plainTheme } from "@oh-my-pi/pi-testkit/plain-theme";
import { galleryOptions } from "../gallery/gallery-options.ts";
import type { RenderOptions } from "../transcript/block-view.ts";

/** The options of a user who has changed nothing, unless told otherwise. */
export function testRenderOptions(changes: Partial<RenderOptions> = {}): RenderOptions {
	return { ...galleryOptions(changes.theme ?? plainTheme), ...changes };
}
