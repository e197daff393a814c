import { join } from "node:path";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { resolveDirectories } from "../../../process/directories.ts";
import { allSettings } from "../../../settings/catalog/all-settings.ts";
import { findSetting } from "../../../settings/catalog/find-setting.ts";

const takesKey = ["get", "set", "reset", "unset"];

/** Arguments of `omp config`: keys after an action, and values after `set` and a key. */
export async function completeSettings(host: Host, words: readonly string[]): Promise<readonly string[]> {
	const [action = "", key, ...values] = words;
	if (!takesKey.includes(action) || values.length > 0) return [];
	if (key === undefined) return allSettings.map((setting) => `${setting.key}\t${setting.help}`);
	const setting = action === "set" ? findSetting(key) : undefined;
	if (setting?.key === "theme.dark" || setting?.key === "theme.light") {
		const { listThemes } = await import("@oh-my-pi/pi-tui/theme/load/load-theme");
		return listThemes(join(resolveDirectories(host).agent, "themes"));
	}
	return setting?.type === "boolean" ? ["true", "false"] : (setting?.values ?? []);
}
