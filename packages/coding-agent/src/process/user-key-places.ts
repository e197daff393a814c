import { findKeyPlaces, type KeyPlaces } from "@oh-my-pi/pi-policy/files/key-places";
import type { PrivatePlaces } from "@oh-my-pi/pi-policy/paths/resolve-path";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { once } from "@oh-my-pi/pi-utils/once";
import { resolveDirectories } from "./directories.ts";

/** Where this user and omp keep keys and private text. */
export function findUserKeyPlaces(host: Host, agentDir: string): KeyPlaces {
	const { config, logs } = resolveDirectories(host);
	return findKeyPlaces({ home: host.home, env: host.env, agentDir, configDir: config, logsDir: logs });
}

/** The same, found with the first path that is judged: a session that reads no file does not pay for it. */
export function lazyUserKeyPlaces(host: Host, agentDir: string): PrivatePlaces {
	const places = once(() => findUserKeyPlaces(host, agentDir));
	return {
		get paths() {
			return places().paths;
		},
		get patterns() {
			return places().patterns;
		},
		cover: (path) => places().cover(path),
	};
}
