import { loadDotEnv } from "@oh-my-pi/pi-ai/auth/dot-env";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { startupPhase } from "@oh-my-pi/pi-utils/startup-phase";
import { resolveDirectories } from "../process/directories.ts";
import { loadSettings } from "../settings/load-settings.ts";
import type { Settings } from "../settings/settings.ts";
import type { LaunchOptions } from "./launch-options.ts";
import { startFolder } from "./start-folder.ts";

/** Everything needed for the first paint. */
export interface Prepared {
	/** Includes the variables of `.env` files. */
	readonly host: Host;
	/** The cwd at launch; paths on the command line are relative to it. */
	readonly launchFolder: string;
	readonly agentDir: string;
	readonly settings: Settings;
	/** Notices to show at the start. */
	readonly notices: readonly string[];
}

export async function prepareStart(
	given: Host,
	options: Pick<LaunchOptions, "configFiles" | "allowHome" | "noPty">,
): Promise<Prepared> {
	const { agent: agentDir, config: configDir } = resolveDirectories(given);
	const found = await loadDotEnv(given, agentDir, configDir);
	const env = options.noPty ? { ...found, PI_NO_PTY: "1" } : found;
	const { host, notices } = startFolder({ ...given, env }, options);
	const settings = await startupPhase(host, "settings", () =>
		loadSettings({ host, agentDir, cwd: host.cwd, overlays: options.configFiles }),
	);
	return { host, launchFolder: given.cwd, agentDir, settings, notices };
}
