import { resolveDirectories } from "../process/directories.ts";
import { processHost } from "../process/process-host.ts";
import { loadSettings } from "../settings/load-settings.ts";
import { Settings as LoadedSettings, type SettingsLayers } from "../settings/settings.ts";

export interface SettingsPlaces {
	readonly cwd?: string;
	readonly agentDir?: string;
	/** Additional files; the last one takes precedence. */
	readonly overlays?: readonly string[];
}

/** Read with `get`, saved with `set`, or set for this run with `override`. */
export type Settings = LoadedSettings;

export const Settings = {
	/** Loads the settings of user and project. */
	async init({ cwd, agentDir, overlays = [] }: SettingsPlaces = {}): Promise<Settings> {
		const host = processHost();
		return loadSettings({
			host,
			cwd: cwd ?? host.cwd,
			agentDir: agentDir ?? resolveDirectories(host).agent,
			overlays,
		});
	},
	/** Only these values; reads and writes no files. */
	inMemory: (values: SettingsLayers["runtime"] = {}): Settings => new LoadedSettings({ runtime: values }),
};
