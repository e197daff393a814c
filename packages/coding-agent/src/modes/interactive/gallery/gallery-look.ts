import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import type { LookOptions } from "../transcript/block-view.ts";

/** How blocks look to somebody who has changed nothing. */
export function galleryLook(theme: Theme, options: { readonly expanded?: boolean } = {}): LookOptions {
	return {
		theme,
		expanded: () => options.expanded ?? false,
		expandKey: () => "Ctrl+O",
		showThinking: () => true,
		showTools: () => true,
		showReads: () => false,
		proseOnly: () => true,
		showUsage: () => false,
		padding: () => 1,
		spinner: () => theme.spinnerFrames("status")[0] ?? "",
	};
}
