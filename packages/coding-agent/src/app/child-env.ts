import type { Provider } from "@oh-my-pi/pi-ai/provider";
import type { Host } from "@oh-my-pi/pi-utils/host";

/** The environment for commands a model runs: everything but the keys omp itself talks to models with. */
export function childEnv(env: Host["env"], providers: readonly Provider[]): Host["env"] {
	const keys = new Set(providers.flatMap((provider) => provider.envVars ?? []));
	return Object.fromEntries(Object.entries(env).filter(([name]) => !keys.has(name)));
}
