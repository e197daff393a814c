import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry";
import type { Host } from "@oh-my-pi/pi-utils/host";

/** The environment of child processes, without the provider keys. */
export function childEnv(env: Host["env"], registry: Pick<ModelRegistry, "keyVariables">): Host["env"] {
	const keys = new Set(registry.keyVariables());
	return Object.fromEntries(Object.entries(env).filter(([name]) => !keys.has(name)));
}
