import type { UrlScheme } from "@oh-my-pi/pi-tools/urls/url-router";
import type { ServerPrompts } from "../../../file-commands/file-commands.ts";
import type { ServerInstructions } from "../../../workbench/running-feature.ts";

/** What connected MCP servers bring to all conversations besides their tools. */
export interface ServerFacts extends ServerPrompts {
	/** How servers want to be used, by their name. */
	instructions(): readonly ServerInstructions[];
	/** Internal URLs that servers have something to read at. */
	schemes(): readonly UrlScheme[];
}
