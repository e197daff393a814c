import { modelSpeeds } from "@oh-my-pi/pi-ai/auth/store/model-speed";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";

/** Measured tokens per second by selector; empty without stored measurements. */
export async function measuredSpeeds(registry: Pick<ModelRegistry, "store">): Promise<ReadonlyMap<string, number>> {
	const store = registry.store.current;
	return store ? modelSpeeds(store.database) : new Map();
}
