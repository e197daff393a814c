import { join } from "node:path";
import type { ImageProtocol } from "@oh-my-pi/pi-tui/image/image-protocol";
import type { Keymap } from "@oh-my-pi/pi-tui/input/keymap";
import type { Terminal } from "@oh-my-pi/pi-tui/terminal/terminal";
import { resolveDirectories } from "../../process/directories.ts";
import { tuiSettings } from "../../settings/sections/display.ts";
import type { Prepared } from "../../startup/prepare-start.ts";
import { UserKeys } from "./keymap/user-keys.ts";
import { Look } from "./look.ts";
import { openTerminal } from "./open-terminal.ts";

/** What the user sees and touches: the terminal, how things look on it, and what its keys do. */
export interface Surface {
	readonly terminal: Terminal;
	readonly look: Look;
	readonly keys: UserKeys;
	/** The keymap of those keys. */
	readonly keymap: Keymap;
	/** Whether the terminal's history is written anew when it no longer fits; a multiplexer keeps a history of its own. */
	readonly rebuildsScrollback: () => boolean;
	/** The terminal shows links. */
	readonly hyperlinks: boolean;
	/** Undefined where images are told in words. */
	readonly imageProtocol: ImageProtocol | undefined;
	/** What is wrong with the user's theme and keys, in words for them. */
	readonly problems: readonly string[];
}

export async function openSurface({
	host,
	settings,
	agentDir,
}: Pick<Prepared, "host" | "settings" | "agentDir">): Promise<Surface> {
	const { terminal, capabilities } = openTerminal(host.env);
	const { colorDepth, imageProtocol, hyperlinks, multiplexer } = capabilities;
	const [look, keys] = await Promise.all([
		Look.open({ settings, env: host.env, colorDepth, themesDir: join(agentDir, "themes") }),
		UserKeys.open({ agentDir, defaultAgentDir: resolveDirectories(host, "").agent }),
	]);
	return {
		terminal,
		look,
		imageProtocol,
		hyperlinks,
		rebuildsScrollback: () => multiplexer === undefined && settings.get(tuiSettings.scrollbackRebuild),
		keys,
		keymap: keys.keymap,
		problems: [...look.problems, ...keys.problems],
	};
}
