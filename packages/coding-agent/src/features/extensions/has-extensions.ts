import { existsSync } from "node:fs";
import { join } from "node:path";
import { readRegularFile } from "@oh-my-pi/pi-utils/files/read-regular-file";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { mayHaveModules } from "../../discovery/files/module-folders.ts";
import { mayHavePlugins } from "../../plugins/state/plugin-folders.ts";
import { extensionSettings } from "../../settings/sections/services/extensions.ts";
import type { Settings } from "../../settings/settings.ts";

/** Whether there is a place with extensions. Most projects have none, and then nothing of this folder is loaded. */
export function mayHaveExtensions({
	host,
	agentDir,
	settings,
	discovers = true,
}: {
	readonly host: Pick<Host, "cwd" | "home" | "env">;
	readonly agentDir: string;
	readonly settings: Settings;
	readonly discovers?: boolean;
}): boolean {
	if (settings.get(extensionSettings.extensions).length > 0) return true;
	if (!discovers) return false;
	const folders = [join(host.cwd, ".omp"), agentDir];
	return (
		folders.some((folder) => existsSync(join(folder, "extensions")) || isNamedBy(folder)) ||
		mayHavePlugins(host) ||
		mayHaveModules({ ...host, agentDir })
	);
}

/** Older versions kept a list in `settings.json`. */
function isNamedBy(folder: string): boolean {
	try {
		return readRegularFile(join(folder, "settings.json"))?.includes('"extensions"') ?? false;
	} catch {
		// It is named where settings are read.
		return false;
	}
}
