import type { Host } from "@oh-my-pi/pi-utils/host";
import type { PluginHome, PluginPlaces, PluginScope } from "./plugin-folders.ts";
import { changePluginLock, type PluginLock } from "./plugin-lock.ts";
import { activeFeatures } from "./plugin-manifest.ts";
import { changePluginRegistry } from "./plugin-registry.ts";
import { type PluginRoot, pluginRoots } from "./plugin-roots.ts";

/** Everything that is installed, of both scopes; Claude Code's own plugins are not ours to change. */
export function installedPlugins(places: PluginPlaces): {
	plugins: readonly PluginRoot[];
	warnings: readonly string[];
} {
	const { roots, warnings } = pluginRoots(places, { includeShadowed: true });
	return { plugins: roots, warnings };
}

/** The plugin of a name or id. One that is in both scopes must be named with its scope. */
export function findInstalled(places: PluginPlaces, id: string, scope?: PluginScope): PluginRoot {
	const { plugins } = installedPlugins(places);
	const exact = plugins.filter((plugin) => plugin.id === id);
	const named = exact.length > 0 ? exact : plugins.filter(({ name }) => name === id);
	const found = named.filter(({ level }) => scope === undefined || level === scope);
	const [first] = found;
	if (!first) throw new Error(`${id} is not installed${scope ? ` for the ${scope}` : ""}`);
	const levels = new Set(found.map(({ level }) => level));
	if (levels.size > 1)
		throw new Error(`${id} is installed for the user and for the project: add --scope user or project`);
	const ids = new Set(found.map((plugin) => plugin.id));
	if (ids.size > 1) throw new Error(`${id} could be ${[...ids].join(" or ")}`);
	return first;
}

export function resolveHome(places: PluginPlaces, scope: PluginScope): PluginHome {
	if (scope === "user") return places.user;
	if (places.project) return places.project;
	throw new Error("There is no project here: no folder with .omp or .git");
}

/** Switches a plugin on or off. */
export async function setEnabled(
	places: PluginPlaces,
	{ now }: Pick<Host, "now">,
	plugin: PluginRoot,
	enabled: boolean,
): Promise<void> {
	const home = resolveHome(places, plugin.level);
	if (plugin.origin === "marketplace") {
		await changePluginRegistry(home.registryFile, now, (all) =>
			all.map((entry) => (entry.id === plugin.id ? { ...entry, enabled } : entry)),
		);
		return;
	}
	await changeLocked(home, now, plugin, (before) => ({ ...before, enabled }));
}

/** Enabling a feature keeps those that are on by default. */
export async function setFeatures(
	places: PluginPlaces,
	{ now }: Pick<Host, "now">,
	plugin: PluginRoot,
	change: { readonly enable: readonly string[]; readonly disable: readonly string[]; readonly set?: readonly string[] },
): Promise<readonly string[]> {
	const known = Object.keys(plugin.manifest?.features ?? {});
	for (const name of [...change.enable, ...change.disable, ...(change.set ?? [])]) {
		if (!known.includes(name)) throw new Error(unknownFeature(name, known));
	}
	const before = change.set ?? (plugin.manifest ? activeFeatures(plugin.manifest, plugin.enabledFeatures) : []);
	const enabledFeatures = known.filter(
		(name) => (before.includes(name) || change.enable.includes(name)) && !change.disable.includes(name),
	);
	await changeLocked(resolveHome(places, plugin.level), now, plugin, (locked) => ({ ...locked, enabledFeatures }));
	return enabledFeatures;
}

export function unknownFeature(name: string, known: readonly string[]): string {
	return `Unknown feature "${name}". Available: ${known.join(", ") || "none"}`;
}

async function changeLocked(
	home: PluginHome,
	now: () => number,
	{ lockName, version, enabledFeatures, isEnabled }: PluginRoot,
	change: (before: PluginLock["plugins"][string]) => PluginLock["plugins"][string],
): Promise<void> {
	await changePluginLock(home, now, (lock) => ({
		...lock,
		plugins: {
			...lock.plugins,
			[lockName]: change(lock.plugins[lockName] ?? { version, enabledFeatures, enabled: isEnabled }),
		},
	}));
}
