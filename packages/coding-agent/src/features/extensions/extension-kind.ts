import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { Capability } from "../../discovery/contract/capability.ts";
import { capabilityKind } from "../../inventory/capability-kind.ts";
import type { InventoryItem, InventoryKind, InventoryPlace, ItemState } from "../../inventory/inventory-item.ts";
import { pluginModules } from "../../plugins/plugin-modules.ts";
import { packagesOf } from "../../process/host-packages.ts";
import { extensionSettings } from "../../settings/sections/services/extensions.ts";
import { mayHaveExtensions } from "./has-extensions.ts";

/** TypeScript extensions, of folders and of the settings. */
export const extensionKind: InventoryKind = async (place) => {
	const { settings, context, host } = place;
	if (!mayHaveExtensions({ ...context, host, settings })) return { items: [] };
	const [{ findExtensions }, { checkExtensions }] = await Promise.all([
		import("./loading/find-extensions.ts"),
		import("./loading/load-extensions.ts"),
	]);
	const places = extensionPlaces(place);
	const { found } = findExtensions({ ...places, disabled: [] });
	const { admitted, errors } = checkExtensions(places, context.gate);
	const detectState = (path: string, id: string): ItemState => {
		if (places.disabled.includes(id)) return "off";
		if (errors.some((error) => error.path === path)) return "invalid";
		return admitted.some((extension) => extension.path === path) ? "active" : "untrusted";
	};
	return {
		// Hooks and custom tools are listed with the files beside them that are not run.
		items: found
			.filter(({ kind }) => kind === undefined || kind === "command")
			.map((extension): InventoryItem => {
				const { path, name, origin } = extension;
				const id = extension.kind === "command" ? `slash-command:${name}` : `extension-module:${name}`;
				const source = origin === "settings" ? "Settings" : origin === "plugin" ? "Plugin" : "OMP";
				const level = origin === "project" ? "project" : "user";
				return {
					kind: extension.kind === "command" ? "TypeScript commands" : "Extensions",
					name,
					id,
					path,
					source,
					level,
					state: detectState(path, id),
				};
			}),
		warnings: errors.map(({ path, error }) => `${path}: ${error}`),
	};
};

/** Hooks and custom tools: whether the modules among them are trusted. Other files are listed, and not run. */
export function moduleKind<Item extends object>(capability: Capability<Item>): InventoryKind {
	return async (place) => {
		const { items, warnings = [] } = await capabilityKind(capability)(place);
		if (items.length === 0) return { items, warnings };
		const { checkExtensions } = await import("./loading/load-extensions.ts");
		const { admitted } = checkExtensions(extensionPlaces(place), place.context.gate);
		const trusted = new Set(admitted.map(({ path }) => path));
		return {
			items: items.map((item) => {
				const isModule = /\.[jt]s$/.test(item.path);
				if (!isModule) return item.state === "active" ? { ...item, kind: `${item.kind} (not run)` } : item;
				return item.state === "active" && !trusted.has(item.path) ? { ...item, state: "untrusted" as const } : item;
			}),
			warnings,
		};
	};
}

/** Loads the extensions that are trusted; gives what failed. */
export async function extensionLoadProblems(place: InventoryPlace): Promise<string[]> {
	const { settings, context, host } = place;
	if (!mayHaveExtensions({ ...context, host, settings })) return [];
	const [{ checkExtensions }, { checkFactory }] = await Promise.all([
		import("./loading/load-extensions.ts"),
		import("./start/check-factory.ts"),
	]);
	const problems: string[] = [];
	for (const extension of checkExtensions(extensionPlaces(place), context.gate).admitted) {
		try {
			const late = AbortSignal.timeout(importLimitMs);
			const { promise, reject } = Promise.withResolvers<never>();
			late.addEventListener("abort", () => reject(new Error("did not load in time")));
			await Promise.race([checkFactory(extension, { cwd: context.cwd, packages: packagesOf(host) }), promise]);
		} catch (error) {
			problems.push(`${extension.path}: ${errorMessage(error)}`);
		}
	}
	return problems;
}

const importLimitMs = 10_000;

function extensionPlaces({ host, settings, context: { cwd, home, agentDir, gate } }: InventoryPlace) {
	const configured = settings.get(extensionSettings.extensions);
	const disabled = settings.get(extensionSettings.disabledExtensions);
	const plugins = pluginModules({ host: { ...host, cwd }, gate });
	return { cwd, home, agentDir, named: [], plugins, configured, disabled, discovers: true };
}
