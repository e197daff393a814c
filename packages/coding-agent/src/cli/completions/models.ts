import { selectorOf } from "@oh-my-pi/pi-ai/model";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { parseArgs } from "../../startup/parse-args.ts";
import { commandRegistry } from "../command-registry.ts";

/** The models that can be used now. */
export async function completeModels(given: Host): Promise<readonly string[]> {
	const { registry } = await commandRegistry(given, parseArgs([], []));
	return (await registry.available()).map((model) => `${selectorOf(model)}\t${model.name}`);
}

export async function completeProviders(given: Host, words: readonly string[]): Promise<readonly string[]> {
	// A provider is all that these commands take.
	if (words.length > 0) return [];
	const { registry } = await commandRegistry(given, parseArgs([], []));
	return registry.providerIds();
}
