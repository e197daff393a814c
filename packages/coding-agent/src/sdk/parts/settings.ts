import { findProgram } from "@oh-my-pi/pi-natives/find-program";
import { shellSettings } from "@oh-my-pi/pi-tools/bash/settings";
import { resolveDirectories } from "../../process/directories.ts";
import { processHost } from "../../process/process-host.ts";
import { loadSettings } from "../../settings/load/load-settings.ts";
import { Settings as LoadedSettings, type SettingsLayers } from "../../settings/settings.ts";

export interface SettingsPlaces {
	readonly cwd?: string;
	readonly agentDir?: string;
	/** Additional files; the last one takes precedence. */
	readonly overlays?: readonly string[];
}

/** How commands of the user are run. */
export interface ShellConfig {
	readonly shell: string;
	/** What stands before the command. */
	readonly args: readonly string[];
	readonly env: Readonly<Record<string, string | undefined>>;
}

/** Read with `get`, saved with `set`, or set for this run with `override`. */
export type Settings = LoadedSettings & { getShellConfig(): ShellConfig };

const initialized: { last?: Settings } = {};

export const Settings = {
	/** Loads the settings of user and project. */
	async init({ cwd, agentDir, overlays = [] }: SettingsPlaces = {}): Promise<Settings> {
		const host = processHost();
		const settings = await loadSettings({
			host,
			cwd: cwd ?? host.cwd,
			agentDir: agentDir ?? resolveDirectories(host).agent,
			overlays,
		});
		initialized.last = withShell(settings);
		return initialized.last;
	},
	/** Those that `init` loaded last, for programs with one set of settings. Sessions do not read it. */
	get instance(): Settings {
		if (!initialized.last) throw new Error("No settings are loaded yet; call Settings.init() first");
		return initialized.last;
	},
	/** Only these values; reads and writes no files. */
	inMemory: (values: SettingsLayers["runtime"] = {}): Settings => withShell(new LoadedSettings({ runtime: values })),
	/** The same as `inMemory`. */
	isolated: (values?: SettingsLayers["runtime"]): Settings => Settings.inMemory(values),
};

function withShell(settings: LoadedSettings): Settings {
	return Object.assign(settings, {
		getShellConfig(): ShellConfig {
			const { env } = processHost();
			const shell = settings.get(shellSettings.shellPath) || findProgram("bash", env.PATH) || "bash";
			const isLogin = !env.PI_BASH_NO_LOGIN && !env.CLAUDE_BASH_NO_LOGIN;
			return { shell, args: [...(isLogin ? ["-l"] : []), "-c"], env };
		},
	});
}
