import { matchesWildcard } from "@oh-my-pi/pi-policy/rules/wildcard";
import { searchKeyVariables } from "@oh-my-pi/pi-tools/web-search/key-variables.data";
import type { Host } from "@oh-my-pi/pi-utils/host";

/** The way to the worker that an omp of a fleet asks before it spends. */
const workerVariables = ["OMP_FLEET_GATE"];

/** Variables with credentials of model providers, search services and workers. */
export function credentialVariables(registry: { keyVariables(): readonly string[] }): readonly string[] {
	return [...registry.keyVariables(), ...searchKeyVariables, ...workerVariables];
}

/** The environment of child processes, without the credentials. */
export function childEnv(env: Host["env"], credentials: readonly string[]): Host["env"] {
	const keys = new Set(credentials);
	return Object.fromEntries(Object.entries(env).filter(([name]) => !keys.has(name)));
}

/** Without the variables that the user keeps from commands; `*` in a name stands for anything. */
export function withoutVariables(env: Host["env"], names: readonly string[]): Host["env"] {
	if (names.length === 0) return env;
	return Object.fromEntries(
		Object.entries(env).filter(([name]) => !names.some((entry) => matchesWildcard(entry, name))),
	);
}
