import { visibleText } from "@oh-my-pi/pi-tui/text/sanitize";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { installedPlugins } from "../state/installed.ts";
import type { PluginPlaces } from "../state/plugin-folders.ts";
import { readMarketplaces, storedCatalog } from "./marketplaces.ts";

export interface OfferedPlugin {
	/** `name@marketplace` */
	readonly id: string;
	readonly version: string | undefined;
	readonly description: string | undefined;
	readonly isInstalled: boolean;
}

/** The plugins of all catalogs with these words in name, description or keywords. */
export function searchCatalogs(
	places: PluginPlaces,
	query = "",
): { readonly found: readonly OfferedPlugin[]; readonly warnings: readonly string[] } {
	const warnings: string[] = [];
	const words = query.toLowerCase().split(/\s+/).filter(Boolean);
	const installed = new Set(installedPlugins(places).plugins.map(({ id }) => id));
	const found = readMarketplaces(places).flatMap((marketplace) => {
		try {
			return storedCatalog(marketplace).plugins.flatMap((plugin): OfferedPlugin[] => {
				const { name, description, version, keywords, category } = plugin;
				const text = [name, description, category, ...keywords].join(" ").toLowerCase();
				if (!words.every((word) => text.includes(word))) return [];
				const id = `${name}@${marketplace.name}`;
				const shown = {
					version: version && visibleText(version),
					description: description && visibleText(description),
				};
				return [{ id, ...shown, isInstalled: installed.has(id) }];
			});
		} catch (error) {
			warnings.push(errorMessage(error));
			return [];
		}
	});
	return { found, warnings };
}
