import { findKeyPlaces, type KeyPlaces } from "@oh-my-pi/pi-policy/files/key-places";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { resolveDirectories } from "./directories.ts";

/** Where this user and omp keep keys and private text. */
export function findUserKeyPlaces(host: Host, agentDir: string): KeyPlaces {
	const { config, logs } = resolveDirectories(host);
	return findKeyPlaces({ home: host.home, env: host.env, agentDir, configDir: config, logsDir: logs });
}
