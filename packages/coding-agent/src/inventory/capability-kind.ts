import { basename } from "node:path";
import type { Capability, Found } from "../discovery/contract/capability.ts";
import { extensionSettings } from "../settings/sections/services/extensions.ts";
import type { InventoryItem, InventoryKind, ItemState } from "./inventory-item.ts";

/** All items of a capability; `isUsed` says whether settings leave one out. */
export function capabilityKind<Item extends object>(
	capability: Capability<Item>,
	isUsed?: (item: Found<Item>, place: Parameters<InventoryKind>[0]) => boolean,
): InventoryKind {
	return async (place) => {
		const { registry, context, settings } = place;
		const { items: found, all, warnings } = await registry.load(capability, context);
		const disabled = settings.get(extensionSettings.disabledExtensions);
		const used = new Set(found.map(({ _source }) => _source.path));
		const winners = new Map<string, string>();
		const items = all.map((item): InventoryItem => {
			const key = capability.key(item);
			const id = capability.extensionId?.(item);
			const { path, level, provider, providerName } = item._source;
			const shadowedBy = item._shadowed && key !== undefined ? winners.get(key) : undefined;
			if (key !== undefined && !winners.has(key)) winners.set(key, path);
			const state = (): ItemState => {
				if (item._shadowed) return "shadowed";
				if ((id !== undefined && disabled.includes(id)) || isUsed?.(item, place) === false) return "off";
				return used.has(path) ? "active" : "invalid";
			};
			return {
				kind: capability.displayName,
				name: nameOf(item, path),
				...(id !== undefined && { id }),
				path,
				provider,
				source: providerName,
				level,
				state: state(),
				...(shadowedBy !== undefined && { shadowedBy }),
			};
		});
		return { items, warnings };
	};
}

function nameOf(item: object, path: string): string {
	return "name" in item && typeof item.name === "string" && item.name !== "" ? item.name : basename(path);
}
