import { join } from "node:path";
import type { ImageProtocol } from "@oh-my-pi/pi-tui/image/image-protocol";
import type { Keymap } from "@oh-my-pi/pi-tui/input/keymap";
import { detectCapabilities, syncOutputIsForced } from "@oh-my-pi/pi-tui/terminal/capabilities";
import { processStreams } from "@oh-my-pi/pi-tui/terminal/process-streams";
import { ProcessTerminal } from "@oh-my-pi/pi-tui/terminal/process-terminal";
import type { TerminalStreams } from "@oh-my-pi/pi-tui/terminal/streams";
import type { Terminal } from "@oh-my-pi/pi-tui/terminal/terminal";
import { type ThemeLoader, themeRegistry } from "@oh-my-pi/pi-tui/theme/load/builtin-themes";
import type { Registry } from "@oh-my-pi/pi-utils/registry";
import { resolveDirectories } from "../../../process/directories.ts";
import { tuiSettings } from "../../../settings/sections/screen/display.ts";
import type { Prepared } from "../../../startup/prepare-start.ts";
import { UserKeys } from "../keys/user-keys.ts";
import { LiveTheme } from "./live-theme.ts";

/** The terminal with the user's theme and keys. */
export interface TerminalSetup {
	readonly terminal: Terminal;
	/** The themes known by name; others can be added. */
	readonly themes: Registry<ThemeLoader>;
	readonly liveTheme: LiveTheme;
	readonly keys: UserKeys;
	/** The keymap of those keys. */
	readonly keymap: Keymap;
	/** Whether the scrollback is written anew when its width no longer fits; a multiplexer keeps a scrollback of its own. */
	readonly rebuildsScrollback: () => boolean;
	/** The terminal shows links. */
	readonly hyperlinks: boolean;
	/** Undefined where images are only described. */
	readonly imageProtocol: ImageProtocol | undefined;
	/** Problems with the user's theme and keys. */
	readonly problems: readonly string[];
}

/** Loads theme and keys for a terminal; nothing is written to it yet. */
export async function setUpTerminal(
	{ host, settings, agentDir }: Pick<Prepared, "host" | "settings" | "agentDir">,
	streams: TerminalStreams = processStreams(),
): Promise<TerminalSetup> {
	const { env } = host;
	const capabilities = detectCapabilities(env);
	const { colorDepth, imageProtocol, hyperlinks, multiplexer } = capabilities;
	const terminal = new ProcessTerminal({
		streams,
		capabilities,
		syncOutputIsForced: syncOutputIsForced(env),
	});
	const themes = themeRegistry();
	const [liveTheme, keys] = await Promise.all([
		LiveTheme.open({ settings, env, colorDepth, themes, themesDir: join(agentDir, "themes") }),
		UserKeys.open({ agentDir, defaultAgentDir: resolveDirectories(host, "").agent }),
	]);
	return {
		terminal,
		themes,
		liveTheme,
		imageProtocol,
		hyperlinks,
		rebuildsScrollback: () => multiplexer === undefined && settings.get(tuiSettings.scrollbackRebuild),
		keys,
		keymap: keys.keymap,
		problems: [...liveTheme.problems, ...keys.problems],
	};
}
