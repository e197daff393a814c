import { selectorOf } from "@oh-my-pi/pi-ai/model";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { parseArgs } from "../../startup/parse-args.ts";
import { commandRegistry } from "../command-registry.ts";

/** Usable models. */
export async function completeModels(given: Host): Promise<readonly string[]> {
	const { registry } = await commandRegistry(given, parseArgs([], []));
	return (await registry.available()).map((model) => `${selectorOf(model)}\t${model.name}`);
}

export async function completeProviders(given: Host, words: readonly string[]): Promise<readonly string[]> {
	// These commands take a single argument.
	if (words.length > 0) return [];
	const { registry } = await commandRegistry(given, parseArgs([], []));
	return registry.providerIds();
}
