import { plainTheme } from "@oh-my-pi/pi-testkit/plain-theme";
import type { LookOptions } from "../block-view.ts";

/** How blocks look to somebody who has changed nothing, unless told otherwise. */
export function testLook(changes: Partial<LookOptions> = {}): LookOptions {
	return {
		theme: plainTheme,
		expanded: () => false,
		expandKey: () => "Ctrl+O",
		showThinking: () => true,
		showTools: () => true,
		showReads: () => false,
		proseOnly: () => true,
		showUsage: () => false,
		padding: () => 1,
		spinner: () => "⠋",
		...changes,
	};
}
