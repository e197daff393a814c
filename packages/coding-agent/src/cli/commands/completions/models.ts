import { selectorOf } from "@oh-my-pi/pi-ai/model/model";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { parseArgs } from "../../../startup/parse-args.ts";
import { commandRegistry } from "../../command/command-registry.ts";

/** Usable models. */
export async function completeModels(host: Host): Promise<readonly string[]> {
	const { registry } = await commandRegistry(host, parseArgs([], []));
	return (await registry.available()).map((model) => `${selectorOf(model)}\t${model.name}`);
}

export async function completeProviders(host: Host, words: readonly string[]): Promise<readonly string[]> {
	// These commands take a single argument.
	if (words.length > 0) return [];
	const { registry } = await commandRegistry(host, parseArgs([], []));
	return registry.providerIds();
}
