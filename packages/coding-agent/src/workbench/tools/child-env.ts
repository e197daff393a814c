import { matchesWildcard } from "@oh-my-pi/pi-policy/rules/wildcard";
import { searchKeyVariables } from "@oh-my-pi/pi-tools/web-search/key-variables.data";
import type { Host } from "@oh-my-pi/pi-utils/host";

/** Names of the variables that programs get, and no others, with commas between them; `*` in a name stands for anything. */
export const onlyVariables = "OMP_PROGRAM_VARIABLES";

/** The way to the worker that an omp of a fleet asks before it spends, and what it says of programs. */
const workerVariables = ["OMP_FLEET_GATE", onlyVariables];

/** Variables with credentials of model providers, search services and workers. */
export function credentialVariables(registry: { keyVariables(): readonly string[] }): readonly string[] {
	return [...registry.keyVariables(), ...searchKeyVariables, ...workerVariables];
}

/** The environment of child processes, without the credentials. */
export function childEnv(env: Host["env"], credentials: readonly string[]): Host["env"] {
	if (env[onlyVariables] !== undefined) return withOnlyVariables(env);
	const keys = new Set(credentials);
	return Object.fromEntries(Object.entries(env).filter(([name]) => !keys.has(name)));
}

/** Where whoever started omp has named the variables for programs, nothing else. */
export function withOnlyVariables(env: Host["env"]): Host["env"] {
	const names = env[onlyVariables]?.split(",");
	if (!names) return env;
	return Object.fromEntries(
		Object.entries(env).filter(([name]) => names.some((entry) => matchesWildcard(entry, name))),
	);
}

/** Variables that only omp itself needs; those for connections are read from the process. */
export function withheldVariables(env: Host["env"]): readonly string[] {
	const kept = withOnlyVariables(env);
	return Object.keys(env).filter((name) => !(name in kept) && !/proxy|_CERTS?$|^SSL_CERT/i.test(name));
}

/** Without the variables that the user keeps from commands; `*` in a name stands for anything. */
export function withoutVariables(env: Host["env"], names: readonly string[]): Host["env"] {
	if (names.length === 0) return env;
	return Object.fromEntries(
		Object.entries(env).filter(([name]) => !names.some((entry) => matchesWildcard(entry, name))),
	);
}
