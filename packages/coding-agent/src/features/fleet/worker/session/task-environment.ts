import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type HiddenFolders, hiddenFoldersFile } from "@oh-my-pi/pi-policy/files/hidden-folders";
import { resolveRealPath } from "@oh-my-pi/pi-policy/paths/resolve-links";
import { onlyVariables, withOnlyVariables } from "../../../../workbench/tools/child-env.ts";
import type { WorkerDirectories } from "../contract/worker-options.ts";
import { gateVariable } from "../gate/gate-protocol.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** What belongs to the worker: where its queue and store are, and the user's own places. */
const ofWorker =
	/^(OMP_FLEET_|PG[A-Z]+$|S3_|OMP_PROFILE$|PI_PROFILE$|PI_CODING_AGENT_|PI_CONFIG_DIR$|XDG_(CONFIG|DATA|STATE)_HOME$)/;

/** What programs of a task get of the worker's environment; settings name more. */
const forPrograms = ["PATH", "HOME", "LANG", "LC_*", "TERM", "TZ", "TMPDIR", "USER", "SHELL"];

export interface TaskPlaces {
	readonly home: string;
	readonly cache: string;
	readonly directories: WorkerDirectories;
	/** Variables for programs, beside the usual ones. */
	readonly variables: readonly string[];
}

/** The environment of the omp that works on a task: the keys of the worker, and a home of its own. */
export function agentEnvironment(env: Env, { home, cache, directories, variables }: TaskPlaces, gate: string): Env {
	const agent = directories.agent ?? join(home, ".omp/agent");
	// omp keeps there what it finds out about the machine; a folder that exists is used.
	mkdirSync(join(cache, "omp"), { recursive: true, mode: 0o700 });
	mkdirSync(agent, { recursive: true, mode: 0o700 });
	const { modelsFile } = directories;
	if (directories.agent === undefined && modelsFile !== undefined && existsSync(modelsFile)) {
		copyFileSync(modelsFile, join(agent, "models.yml"));
	}
	return {
		...Object.fromEntries(Object.entries(env).filter(([name]) => !ofWorker.test(name))),
		HOME: home,
		XDG_CACHE_HOME: cache,
		PI_CODING_AGENT_DIR: agent,
		OMP_SKIP_SETUP: "1",
		PI_NO_TITLE: "1",
		[onlyVariables]: [...forPrograms, ...variables].join(","),
		[gateVariable]: gate,
	};
}

/** The environment of a check, or of the box that it runs in: that of the task's programs. */
export function checkEnvironment(agent: Env, { isBoxed }: { readonly isBoxed: boolean }): Env {
	const forBox = isBoxed ? ["XDG_CACHE_HOME", "PI_CODING_AGENT_DIR", onlyVariables] : [];
	return { ...withOnlyVariables(agent), ...Object.fromEntries(forBox.map((name) => [name, agent[name]])) };
}

/** Neither tools nor programs of a task see the queue, the store, other tasks and other clones than the one it borrows from. */
export function hideOthers(folder: string, borrowed: string | undefined, places: readonly string[]): void {
	const hidden = withRealPaths(places);
	const except = withRealPaths([folder, ...(borrowed === undefined ? [] : [borrowed])]);
	writeFileSync(join(folder, hiddenFoldersFile), JSON.stringify({ hidden, except } satisfies HiddenFolders));
}

function withRealPaths(paths: readonly string[]): readonly string[] {
	return [...new Set(paths.flatMap((path) => [resolve(path), resolveRealPath(path)]))];
}
