import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";

/** Finds out which engines run here and what providers have on offer, so that the model list is right when it is opened. */
export async function lookForModels(
	registry: Pick<ModelRegistry, "probeLocalEngines" | "refresh">,
	signal?: AbortSignal,
): Promise<void> {
	await ignoreFailure(registry.probeLocalEngines(), "an engine that cannot be asked is not there");
	await ignoreFailure(registry.refresh({ signal }), "the lists that are known already still hold");
}
