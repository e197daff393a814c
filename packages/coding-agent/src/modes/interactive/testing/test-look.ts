import { plainTheme } from "@oh-my-pi/pi-testkit/plain-theme";
import { galleryLook } from "../gallery/gallery-look.ts";
import type { LookOptions } from "../transcript/block-view.ts";

/** How blocks look to somebody who has changed nothing, unless told otherwise. */
export function testLook(changes: Partial<LookOptions> = {}): LookOptions {
	return { ...galleryLook(changes.theme ?? plainTheme), ...changes };
}
