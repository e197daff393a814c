import { modelSpeeds } from "@oh-my-pi/pi-ai/auth/store/model-speed";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry";

/** How many tokens a second models have written here, by selector; as long as nothing was stored, nothing is known. */
export async function measuredSpeeds(registry: Pick<ModelRegistry, "store">): Promise<ReadonlyMap<string, number>> {
	const store = registry.store.current;
	return store ? modelSpeeds(store.database) : new Map();
}
