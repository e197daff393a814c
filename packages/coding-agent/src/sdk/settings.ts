import { resolveDirectories } from "../process/directories.ts";
import { processHost } from "../process/process-host.ts";
import { loadSettings } from "../settings/load-settings.ts";
import { Settings as LoadedSettings, type SettingsLayers } from "../settings/settings.ts";

export interface SettingsPlaces {
	readonly cwd?: string;
	readonly agentDir?: string;
	/** Further files, the last one highest. */
	readonly overlays?: readonly string[];
}

/** What is configured, read with `get` and changed with `set` or, for this run only, `override`. */
export type Settings = LoadedSettings;

export const Settings = {
	/** The user's and the project's settings, from their files. */
	async init({ cwd, agentDir, overlays = [] }: SettingsPlaces = {}): Promise<Settings> {
		const host = processHost();
		return loadSettings({
			host,
			cwd: cwd ?? host.cwd,
			agentDir: agentDir ?? resolveDirectories(host).agent,
			overlays,
		});
	},
	/** Nothing but these values; no file is read or written. */
	inMemory: (values: SettingsLayers["runtime"] = {}): Settings => new LoadedSettings({ runtime: values }),
};
