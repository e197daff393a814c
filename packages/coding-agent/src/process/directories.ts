import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Host } from "@oh-my-pi/pi-utils/host";

export interface Directories {
	/** `~/.omp` */
	readonly config: string;
	/** `~/.omp/agent`, or the profile's. */
	readonly agent: string;
	readonly sessions: string;
	readonly logs: string;
	/** Files that can be recreated. */
	readonly cache: string;
	/** `~/.omp/plugins` */
	readonly plugins: string;
}

const profileName = /^[a-z0-9][a-z0-9._-]{0,63}$/;
/** Reserved device names on Windows, also with an extension. */
const deviceName = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/;

export class ProfileError extends Error {
	override readonly name = "ProfileError";
}

/** omp's folders, by environment and profile. */
export function resolveDirectories(host: Host, profileFlag?: string): Directories {
	const config = join(host.home, host.env.PI_CONFIG_DIR || ".omp");
	const profile = (profileFlag ?? host.env.OMP_PROFILE ?? host.env.PI_PROFILE ?? "").trim();
	const agent = agentDirectory(host, config, profile === "default" ? "" : profile);
	const state = xdgFolder(host, "XDG_STATE_HOME", ".local/state");
	return {
		config,
		agent,
		sessions: join(agent, "sessions"),
		logs: state ? join(state, "logs") : join(config, "logs"),
		cache: xdgFolder(host, "XDG_CACHE_HOME", ".cache") ?? join(config, "cache"),
		plugins: pluginsDirectory(host),
	};
}

/** The same for all profiles. */
export function pluginsDirectory(host: Pick<Host, "home" | "env">): string {
	const dotFolder = join(host.home, host.env.PI_CONFIG_DIR || ".omp", "plugins");
	const data = xdgFolder(host, "XDG_DATA_HOME", ".local/share");
	return data && !existsSync(dotFolder) ? join(data, "plugins") : dotFolder;
}

function agentDirectory(host: Host, config: string, profile: string): string {
	if (profile === "" && host.env.PI_CODING_AGENT_DIR) return host.env.PI_CODING_AGENT_DIR;
	if (profile !== "" && (!profileName.test(profile) || profile.endsWith(".") || deviceName.test(profile))) {
		throw new ProfileError(`Invalid profile name "${profile}": use lower-case letters, digits, ".", "_" and "-"`);
	}
	const below = profile === "" ? [] : ["profiles", profile];
	const dotFolder = join(config, ...below, "agent");
	const data = xdgFolder(host, "XDG_DATA_HOME", ".local/share", below);
	// An existing ~/.omp/agent stays in use even if an XDG folder appears.
	return data && !existsSync(dotFolder) ? join(data, "agent") : dotFolder;
}

/** omp's folder under an XDG base directory, if it exists. */
function xdgFolder(
	host: Pick<Host, "home" | "env">,
	variable: string,
	usual: string,
	below: readonly string[] = [],
): string | undefined {
	if (host.env.PI_CONFIG_DIR || !["linux", "darwin"].includes(process.platform)) return undefined;
	const folder = join(host.env[variable] || join(host.home, usual), "omp", ...below);
	return existsSync(folder) ? folder : undefined;
}
