import type { ToolView } from "@oh-my-pi/pi-tools/view/view";
import { loadToolViews } from "@oh-my-pi/pi-tools/views";
import { type ThemeLoader, themeRegistry } from "@oh-my-pi/pi-tui/theme/load/builtin-themes";
import { Registry } from "@oh-my-pi/pi-utils/registry";
import { allCommands } from "../../../assembly/commands.ts";
import type { Commands } from "../../../commands/commands.ts";
import type { Panel } from "../panels/panel.ts";
import { builtInPanels } from "../panels/panels.ts";
import type { StatusSegment } from "../status/segments/segment.ts";
import { builtInSegments } from "../status/segments.ts";
import { type BlockRenderers, builtInBlockRenderers } from "../transcript/draw/block-renderers.ts";

/** Everything the interactive mode is made of that can be added to and removed again while it runs. */
export interface InteractiveRegistries {
	readonly commands: Commands;
	readonly toolViews: Registry<ToolView>;
	readonly blockRenderers: BlockRenderers;
	readonly statusSegments: Registry<StatusSegment>;
	readonly panels: Registry<Panel>;
	readonly themes: Registry<ThemeLoader>;
}

/** The built-in things. Whoever starts the mode makes them once and passes them down. */
export async function interactiveRegistries(
	overrides: Partial<InteractiveRegistries> = {},
): Promise<InteractiveRegistries> {
	return {
		commands: allCommands(),
		toolViews: new Registry(await loadToolViews()),
		blockRenderers: builtInBlockRenderers(),
		statusSegments: builtInSegments(),
		panels: builtInPanels(),
		themes: themeRegistry(),
		...overrides,
	};
}
