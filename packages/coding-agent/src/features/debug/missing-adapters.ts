import { isAvailable } from "@oh-my-pi/pi-dap/adapter/adapter-catalog";
import { programAnswers } from "@oh-my-pi/pi-dap/adapter/locate/program-answers";
import type { InventoryPlace } from "../../inventory/inventory-item.ts";
import { loadDapConfig } from "./config/dap-config.ts";
import { findAdapters } from "./find-adapters.ts";

/** Adapters that a file names and that this computer lacks. Those that nobody asked for are not missed. */
export async function missingAdapters({ context, settings }: InventoryPlace): Promise<readonly string[]> {
	const { adapters } = await loadDapConfig(context, settings);
	if (adapters.size === 0) return [];
	const catalog = await findAdapters(context, settings, programAnswers(context.env));
	const found = await Promise.all(
		catalog.definitions.filter(({ name }) => adapters.has(name)).map((definition) => catalog.find(definition)),
	);
	return found.flatMap((one) => (isAvailable(one) ? [] : [`debug adapter ${one.definition.name}: ${one.reason}`]));
}
