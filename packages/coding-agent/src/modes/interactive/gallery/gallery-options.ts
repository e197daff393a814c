import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import type { RenderOptions, ToolViews } from "../transcript/draw/parts/block-view.ts";

/** The options of a user who has changed nothing. */
export function galleryOptions(
	theme: Theme,
	toolViews: ToolViews,
	options: { readonly expanded?: boolean } = {},
): RenderOptions {
	return {
		theme,
		toolViews,
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
