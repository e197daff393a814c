import { existsSync } from "node:fs";
import { cp, mkdir, readdir, rename, rm } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { nonEmptyString } from "@oh-my-pi/pi-utils/text/non-empty-string";
import { checkModules, type TryExtensions } from "../install/install-plugin.ts";
import { installDependencies, linkPackage } from "../install/package-folder.ts";
import { resolveHome } from "../state/installed.ts";
import { tryJsonObject, writeJson } from "../state/json-file.ts";
import type { PluginHome, PluginPlaces, PluginScope } from "../state/plugin-folders.ts";
import { changePluginLock, withoutPlugin, withPlugin } from "../state/plugin-lock.ts";
import { readPluginPackage, resolveInside } from "../state/plugin-manifest.ts";
import { changePluginRegistry, type RegisteredPlugin, readPluginRegistry } from "../state/plugin-registry.ts";
import { isPackageName, type PluginRoot } from "../state/plugin-roots.ts";
import type { CatalogPlugin } from "./catalog.ts";
import { cloneInto } from "./git.ts";
import { findMarketplace, type Marketplace, storedCatalog } from "./marketplaces.ts";

export interface MarketplaceInstall {
	readonly places: PluginPlaces;
	readonly host: Pick<Host, "cwd" | "home" | "env" | "now" | "newId">;
	readonly tryExtensions: TryExtensions;
	readonly scope: PluginScope;
	readonly force?: boolean;
}

/** Installs a plugin of a catalog: a copy in the cache, a link in `node_modules`, and an entry in the registry. */
export async function installFromMarketplace(
	name: string,
	marketplaceName: string,
	options: MarketplaceInstall,
): Promise<RegisteredPlugin> {
	const { places, host, scope } = options;
	const marketplace = findMarketplace(marketplaceName, places);
	const entry = catalogPlugin(name, marketplace);
	const id = `${name}@${marketplaceName}`;
	const home = resolveHome(places, scope);
	const before = readPluginRegistry(home.registryFile).find((known) => known.id === id);
	if (before && !options.force) throw new Error(`${id} ${before.version} is installed. Reinstall it with --force`);
	const staged = join(places.cache, "plugins", `.new-${host.newId()}`);
	await mkdir(join(places.cache, "plugins"), { recursive: true });
	try {
		const commit = await fetchPlugin(entry, marketplace, staged, options);
		await refuseOutside(staged);
		await addServers(staged, entry);
		await addManifest(staged, entry);
		const version = entry.version ?? ownVersion(staged) ?? commit ?? "0.0.0";
		const found = readPluginPackage(staged);
		if (found?.manifest) await installDependencies(staged, host);
		if (found?.manifest) await checkModules(staged, found.manifest, options.tryExtensions);
		const installPath = join(places.cache, "plugins", [marketplaceName, name, safeVersion(version)].join("___"));
		await rm(installPath, { recursive: true, force: true });
		await rename(staged, installPath);
		const now = new Date(host.now()).toISOString();
		const packageName = found && isPackageName(found.name) ? found.name : name;
		await linkPackage(home, packageName, installPath);
		const registered: RegisteredPlugin = {
			id,
			scope,
			installPath,
			version,
			installedAt: before?.installedAt ?? now,
			lastUpdated: now,
			enabled: before?.enabled ?? true,
			...(entry.source.kind === "folder" && { source: entry.source.path }),
		};
		await changePluginRegistry(home.registryFile, host.now, (all) => [
			...all.filter((known) => known.id !== id),
			registered,
		]);
		await changePluginLock(home, host.now, (lock) => {
			const { enabledFeatures = null } = lock.plugins[packageName] ?? {};
			return withPlugin(lock, packageName, { version, enabledFeatures, enabled: true });
		});
		if (before && before.installPath !== installPath) await removeUnused(before.installPath, places);
		return registered;
	} finally {
		await rm(staged, { recursive: true, force: true });
	}
}

export async function uninstallFromMarketplace(
	plugin: PluginRoot,
	{ places, host }: Pick<MarketplaceInstall, "places" | "host">,
): Promise<void> {
	const home = resolveHome(places, plugin.level);
	await changePluginRegistry(home.registryFile, host.now, (all) => all.filter(({ id }) => id !== plugin.id));
	await rm(join(home.modules, plugin.lockName), { force: true });
	await changePluginLock(home, host.now, (lock) => withoutPlugin(lock, plugin.lockName));
	await removeUnused(plugin.path, places);
}

export function catalogPlugin(name: string, marketplace: Marketplace): CatalogPlugin {
	const { plugins } = storedCatalog(marketplace);
	const found = plugins.find((plugin) => plugin.name === name);
	if (found) return found;
	const known = plugins.map((plugin) => plugin.name).join(", ") || "none";
	throw new Error(`${marketplace.name} has no plugin "${name}". It has: ${known}`);
}

/** The folder of a plugin that is part of the catalog. */
export function folderInCatalog(path: string, marketplace: Marketplace): string {
	if (marketplace.sourceType === "url") {
		throw new Error(
			`${marketplace.name} is only a catalog: plugins with a relative source cannot be installed from it`,
		);
	}
	const { pluginRoot } = storedCatalog(marketplace);
	const root = resolveInside(marketplace.catalogPath, pluginRoot);
	const folder = root === undefined ? undefined : resolveInside(marketplace.catalogPath, resolve(root, path));
	if (folder === undefined) throw new Error(`The source "${path}" leads out of the marketplace`);
	if (!existsSync(folder)) throw new Error(`${marketplace.name} has no folder ${path}`);
	return folder;
}

/** As the plugin itself says. */
export function ownVersion(folder: string): string | undefined {
	const files = [".omp-plugin/plugin.json", ".claude-plugin/plugin.json", "package.json"];
	return files.map((file) => nonEmptyString(tryJsonObject(join(folder, file), () => {})?.version)).find(Boolean);
}

/** Puts the plugin's files into a folder; gives the commit of a repository. */
async function fetchPlugin(
	{ source }: CatalogPlugin,
	marketplace: Marketplace,
	into: string,
	{ host }: MarketplaceInstall,
): Promise<string | undefined> {
	switch (source.kind) {
		case "npm":
			throw new Error("npm plugin sources are not yet supported. Use git-based sources instead.");
		case "folder":
			await copyFolder(folderInCatalog(source.path, marketplace), into);
			return undefined;
		case "git": {
			if (source.path === undefined) return cloneInto(into, source, host);
			const whole = `${into}-whole`;
			try {
				const commit = await cloneInto(whole, source, host);
				const folder = resolveInside(whole, source.path);
				if (folder === undefined) throw new Error(`The source "${source.path}" leads out of the repository`);
				if (!existsSync(folder)) throw new Error(`${source.url} has no folder ${source.path}`);
				await copyFolder(folder, into);
				return commit;
			} finally {
				await rm(whole, { recursive: true, force: true });
			}
		}
	}
}

async function copyFolder(from: string, to: string): Promise<void> {
	const filter = (path: string) => path === from || ![".git", "node_modules"].includes(basename(path));
	await cp(from, to, { recursive: true, verbatimSymlinks: true, filter });
}

async function refuseOutside(folder: string): Promise<void> {
	const entries = await readdir(folder, { withFileTypes: true, recursive: true });
	for (const entry of entries) {
		const path = join(entry.parentPath, entry.name);
		if (entry.isSymbolicLink() && resolveInside(folder, path) === undefined) {
			throw new Error(`The plugin has a link that leads out of it: ${entry.name}`);
		}
		if (!entry.isFile() && !entry.isDirectory() && !entry.isSymbolicLink()) {
			throw new Error(`The plugin has a file that is no regular one: ${entry.name}`);
		}
	}
}

/** Language servers and debug adapters of a catalog become files of the plugin. */
async function addServers(folder: string, { lspServers, dapAdapters }: CatalogPlugin): Promise<void> {
	if (lspServers) await writeJson(join(folder, ".lsp.json"), lspServers);
	if (dapAdapters) await writeJson(join(folder, ".dap.json"), dapAdapters);
}

/** What a catalog says about a plugin's parts becomes its manifest, which omp looks at first. */
async function addManifest(folder: string, { manifest }: CatalogPlugin): Promise<void> {
	if (Object.keys(manifest).length === 0) return;
	const files = [".omp-plugin/plugin.json", ".claude-plugin/plugin.json"].map((file) => join(folder, file));
	const shipped = files.map((file) => tryJsonObject(file, () => {})).find((found) => found !== undefined);
	await mkdir(join(folder, ".omp-plugin"), { recursive: true });
	await writeJson(join(folder, ".omp-plugin/plugin.json"), { ...shipped, ...manifest });
}

function safeVersion(version: string): string {
	return version.replace(/[^\w.+-]/g, "_").slice(0, 64);
}

/** A copy stays while the other scope uses it, and only copies in the cache are ours to remove. */
async function removeUnused(path: string, places: PluginPlaces): Promise<void> {
	if (resolveInside(join(places.cache, "plugins"), path) === undefined) return;
	const homes: PluginHome[] = [places.user, ...(places.project ? [places.project] : [])];
	const isUsed = homes.some((home) =>
		readPluginRegistry(home.registryFile).some(({ installPath }) => installPath === path),
	);
	if (!isUsed) await rm(path, { recursive: true, force: true });
}
