import { existsSync } from "node:fs";
import { join } from "node:path";
import { extensionSettings } from "../settings/sections/extensions.ts";
import type { Settings } from "../settings/settings.ts";

/** Whether there is a place with extensions. Most projects have none, and then nothing of this folder is loaded. */
export function mayHaveExtensions({
	cwd,
	agentDir,
	settings,
	discovers = true,
}: {
	readonly cwd: string;
	readonly agentDir: string;
	readonly settings: Settings;
	readonly discovers?: boolean;
}): boolean {
	if (settings.get(extensionSettings.extensions).length > 0) return true;
	return (
		discovers && [join(cwd, ".omp", "extensions"), join(agentDir, "extensions")].some((folder) => existsSync(folder))
	);
}
