import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { mayHavePlugins } from "../../plugins/state/plugin-folders.ts";

/** Whether there is a settings file of Claude Code, or a plugin. Without one nothing of this folder is loaded. */
export function mayHaveClaudeHooks(
	host: Pick<Host, "cwd" | "home" | "env">,
	pluginDirs: readonly string[] = [],
): boolean {
	const { cwd, home } = host;
	if (pluginDirs.length > 0 || mayHavePlugins(host)) return true;
	return [join(home, ".claude"), join(cwd, ".claude")].some(
		(folder) =>
			existsSync(folder) && ["settings.json", "settings.local.json"].some((name) => existsSync(join(folder, name))),
	);
}
