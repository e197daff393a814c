import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { WorkerDirectories } from "../contract/worker-options.ts";
import { gateVariable } from "../gate/gate-protocol.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** What belongs to the worker: where its queue and store are, and the user's own places. */
const ofWorker =
	/^(OMP_FLEET_|PG[A-Z]+$|S3_|OMP_PROFILE$|PI_PROFILE$|PI_CODING_AGENT_|PI_CONFIG_DIR$|XDG_(CONFIG|DATA|STATE)_HOME$)/;

/** Names of variables that usually hold a secret. */
const secret = /(KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)(_|$)|^AWS_|^DATABASE_URL$/i;

/** The environment of the omp that works on a task: the keys of the worker, and a home of its own. */
export function agentEnvironment(
	env: Env,
	places: { readonly home: string; readonly cache: string; readonly directories: WorkerDirectories },
	gate: string,
): Env {
	const { home, cache, directories } = places;
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
		[gateVariable]: gate,
	};
}

/** The environment of a check: that of the agent, without keys. */
export function checkEnvironment(agent: Env): Env {
	return Object.fromEntries(Object.entries(agent).filter(([name]) => !secret.test(name) && name !== gateVariable));
}
