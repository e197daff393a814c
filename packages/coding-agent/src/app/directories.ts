import { join } from "node:path";
import type { Host } from "@oh-my-pi/pi-utils/host";

export interface Directories {
	/** `~/.omp` */
	readonly config: string;
	/** `~/.omp/agent`, or the profile's. */
	readonly agent: string;
	readonly sessions: string;
}

const profileName = /^[a-z0-9][a-z0-9._-]{0,63}$/;
/** Windows gives these names to devices, whatever follows a dot. */
const deviceName = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/;

export class ProfileError extends Error {
	override readonly name = "ProfileError";
}

/** Where omp keeps its files, from the environment and the profile. */
export function resolveDirectories(host: Host, profileFlag?: string): Directories {
	const config = join(host.home, host.env.PI_CONFIG_DIR || ".omp");
	const profile = profileFlag ?? host.env.OMP_PROFILE ?? host.env.PI_PROFILE ?? "";
	const agent = agentDirectory(host, config, profile.trim());
	return { config, agent, sessions: join(agent, "sessions") };
}

function agentDirectory(host: Host, config: string, profile: string): string {
	if (profile === "" || profile === "default") return host.env.PI_CODING_AGENT_DIR || join(config, "agent");
	if (!profileName.test(profile) || profile.endsWith(".") || deviceName.test(profile)) {
		throw new ProfileError(`Invalid profile name "${profile}": use lower-case letters, digits, ".", "_" and "-"`);
	}
	return join(config, "profiles", profile, "agent");
}
