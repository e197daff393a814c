import { lstat, readdir, realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { unknownFeature } from "../state/installed.ts";
import type { PluginHome } from "../state/plugin-folders.ts";
import {
	changePluginLock,
	type LockedPlugin,
	readPluginLock,
	withoutPlugin,
	withPlugin,
} from "../state/plugin-lock.ts";
import {
	activeParts,
	modulesAt,
	type PluginManifest,
	type PluginPackage,
	readPluginPackage,
	resolveInside,
} from "../state/plugin-manifest.ts";
import { isPackageName } from "../state/plugin-roots.ts";
import { checkArchive } from "./check-archive.ts";
import { linkPackage, PackageFolder } from "./package-folder.ts";
import type { FeatureChoice, PluginSpec } from "./plugin-spec.ts";

/** Loads modules against an API that does nothing, and throws if one fails. */
export type TryExtensions = (modules: readonly string[]) => Promise<void>;

export interface InstallOptions {
	readonly home: PluginHome;
	readonly host: Pick<Host, "env" | "newId" | "now">;
	readonly tryExtensions: TryExtensions;
	/** Installs it again although it is there. */
	readonly force?: boolean;
	/** Runs scripts of packages, such as `postinstall`. */
	readonly allowScripts?: boolean;
}

export interface InstalledPlugin {
	readonly name: string;
	readonly version: string;
	readonly path: string;
	/** False for a package that says nothing to omp. */
	readonly hasManifest: boolean;
	readonly enabledFeatures: readonly string[] | null;
}

type PackageSpec = Extract<PluginSpec, { readonly kind: "npm" | "git" | "tarball" }>;

/** Installs a package. After a failure everything is as it was. */
export async function installPackage(spec: PackageSpec, options: InstallOptions): Promise<InstalledPlugin> {
	const { home, host } = options;
	// A broken lock file is found before anything is downloaded.
	readPluginLock(home);
	if (spec.kind === "tarball" && !/^https?:/.test(spec.install)) await checkArchive(spec.install);
	await using packages = await PackageFolder.open(home, host);
	const name = await packages.add(spec.install, options);
	const folder = join(packages.modules, name);
	await refuseLinks(folder);
	const found = await checked(folder, options);
	const plugin = await locked(found, spec.features, options);
	await packages.commit();
	await changePluginLock(home, host.now, (lock) => withPlugin(lock, name, plugin));
	return { ...resultOf(found, plugin), name, path: join(home.modules, name) };
}

/** Uses a plugin from where it is. */
export async function linkPlugin(
	path: string,
	features: FeatureChoice,
	options: InstallOptions,
): Promise<InstalledPlugin> {
	const { home, host } = options;
	const target = await realpath(path);
	const found = readPluginPackage(target);
	if (!found) throw new Error(`${path} has no package.json`);
	if (!isPackageName(found.name)) throw new Error(`${join(path, "package.json")} has no valid "name"`);
	const plugin = await locked(found, features, options);
	await linkPackage(home, found.name, target);
	await changePluginLock(home, host.now, (lock) => withPlugin(lock, found.name, plugin));
	return { ...resultOf(found, plugin), name: found.name, path: target };
}

/** Removes a package or a link, and what is remembered about it. */
export async function uninstallPackage(name: string, { home, host }: Pick<InstallOptions, "home" | "host">) {
	const lock = readPluginLock(home);
	const stats = isPackageName(name) ? await lstat(join(home.modules, name)).catch(() => undefined) : undefined;
	await using packages = await PackageFolder.open(home, host);
	const isDependency = Object.hasOwn(packages.dependencies, name);
	if (!stats && !isDependency && !lock.plugins[name]) throw new Error(`${name} is not installed`);
	if (stats?.isSymbolicLink()) await rm(join(home.modules, name));
	else if (isDependency) {
		await packages.remove(name);
		await packages.commit();
	} else if (stats) await rm(join(home.modules, name), { recursive: true });
	await changePluginLock(home, host.now, (before) => withoutPlugin(before, name));
}

async function checked(folder: string, { tryExtensions }: InstallOptions): Promise<PluginPackage> {
	const found = readPluginPackage(folder);
	if (!found) throw new Error("The package has no package.json");
	if (found.manifest) await checkModules(folder, found.manifest, tryExtensions);
	return found;
}

/** Tries the modules of the package and of all its features. */
export async function checkModules(
	folder: string,
	manifest: PluginManifest,
	tryExtensions: TryExtensions,
): Promise<void> {
	const { extensions } = activeParts(manifest, Object.keys(manifest.features));
	const outside = extensions.find((entry) => resolveInside(folder, entry) === undefined && !entry.includes("*"));
	if (outside !== undefined) throw new Error(`The extension "${outside}" leads out of the package`);
	await tryExtensions([...new Set(extensions.flatMap((entry) => modulesAt(folder, entry)))]);
}

/** Features of an update stay as they were, unless others are asked for. */
async function locked(found: PluginPackage, choice: FeatureChoice, { home }: InstallOptions): Promise<LockedPlugin> {
	const before = readPluginLock(home).plugins[found.name];
	const known = Object.keys(found.manifest?.features ?? {});
	if (Array.isArray(choice)) {
		for (const name of choice) {
			if (!known.includes(name)) throw new Error(unknownFeature(name, known));
		}
	}
	const kept = before?.enabledFeatures?.filter((name) => known.includes(name)) ?? null;
	return {
		version: found.version,
		enabledFeatures: choice === "all" ? known : choice === null ? kept : choice,
		enabled: before?.enabled ?? true,
	};
}

/** Links in a package could lead anywhere. */
async function refuseLinks(folder: string): Promise<void> {
	const entries = await readdir(folder, { withFileTypes: true, recursive: true });
	const link = entries.find(
		(entry) => entry.isSymbolicLink() && resolveInside(folder, join(entry.parentPath, entry.name)) === undefined,
	);
	if (link) throw new Error(`The package has a link that leads out of it: ${link.name}`);
}

function resultOf(found: PluginPackage, { enabledFeatures }: LockedPlugin) {
	return { version: found.version, hasManifest: found.manifest !== undefined, enabledFeatures };
}
