import { loadDotEnv } from "@oh-my-pi/pi-ai/auth/dot-env";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { LaunchOptions } from "../cli/launch-options.ts";
import { loadSettings } from "../settings/load-settings.ts";
import type { Settings } from "../settings/settings.ts";
import { resolveDirectories } from "./directories.ts";

/** What has to be known before anything can be shown. */
export interface Prepared {
	/** With what the `.env` files add. */
	readonly host: Host;
	readonly agentDir: string;
	readonly configDir: string;
	readonly settings: Settings;
}

export async function prepareStart(
	given: Host,
	options: Pick<LaunchOptions, "profile" | "configFiles">,
): Promise<Prepared> {
	const { agent: agentDir, config: configDir } = resolveDirectories(given, options.profile);
	const host = { ...given, env: await loadDotEnv(given, agentDir, configDir) };
	const settings = await loadSettings({ host, agentDir, cwd: host.cwd, overlays: options.configFiles });
	return { host, agentDir, configDir, settings };
}
