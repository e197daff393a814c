import type { Host } from "@oh-my-pi/pi-utils/host";

/** The environment of child processes, without the provider keys. */
export function childEnv(env: Host["env"], keyVariables: readonly string[]): Host["env"] {
	const keys = new Set(keyVariables);
	return Object.fromEntries(Object.entries(env).filter(([name]) => !keys.has(name)));
}
