import { join } from "node:path";
import { detectCapabilities } from "@oh-my-pi/pi-tui/terminal/capabilities";
import { themeRegistry } from "@oh-my-pi/pi-tui/theme/load/builtin-themes";
import { plainTheme } from "@oh-my-pi/pi-tui/theme/plain-theme";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { resolveDirectories } from "../../../process/directories.ts";
import { loadSettings } from "../../../settings/load/load-settings.ts";
import { LiveTheme } from "../screen/live-theme.ts";

/** The user's theme, or none at all. */
export async function galleryTheme(host: Host, { isPlain }: { readonly isPlain: boolean }): Promise<Theme> {
	if (isPlain) return plainTheme();
	const { agent: agentDir } = resolveDirectories(host);
	const settings = await loadSettings({ host, agentDir, cwd: host.cwd, overlays: [] });
	const { colorDepth } = detectCapabilities(host.env);
	const live = await LiveTheme.open({
		themes: themeRegistry(),
		settings,
		env: host.env,
		colorDepth,
		themesDir: join(agentDir, "themes"),
	});
	return live.theme;
}
