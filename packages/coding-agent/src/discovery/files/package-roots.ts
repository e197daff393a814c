import { dirname, join } from "node:path";
import { statOrUndefined } from "@oh-my-pi/pi-utils/files/stat-or-undefined";
import { mayHavePlugins, pluginPlaces } from "../../plugins/state/plugin-folders.ts";
import type { PluginRoot } from "../../plugins/state/plugin-roots.ts";
import { resolveUserPath } from "../../plugins/state/resolve-path.ts";
import type { LoadContext } from "../contract/capability.ts";
import type { FileCache } from "../contract/file-cache.ts";

/** A package whose folders are looked at, and what its manifest says about them. */
export type PackageRoot = Pick<PluginRoot, "path" | "name" | "level" | "manifest" | "enabledFeatures" | "source">;

export interface PackageRoots {
	/** Named packages, then npm packages and links. */
	readonly packages: readonly PackageRoot[];
	/** Plugins of marketplaces, and plugin trees named for this run. */
	readonly plugins: readonly PackageRoot[];
	readonly warnings: readonly string[];
}

const known = new WeakMap<FileCache, Promise<PackageRoots>>();
const none: PackageRoots = { packages: [], plugins: [], warnings: [] };

/** Read once for all capabilities; nothing of plugins is loaded where there are none. */
export function packageRoots(context: LoadContext): Promise<PackageRoots> {
	const before = known.get(context.files);
	if (before) return before;
	const reading = readRoots(context);
	known.set(context.files, reading);
	return reading;
}

async function readRoots(context: LoadContext): Promise<PackageRoots> {
	const { files, gate, cwd, home, named } = context;
	const discovers = named?.discovers ?? true;
	const pluginDirs = (named?.pluginDirs ?? []).flatMap((path) => resolveUserPath(path, cwd, home) ?? []);
	const hasNamed = (named?.packages.length ?? 0) + pluginDirs.length > 0;
	const places = pluginPlaces(context);
	// Noticed when they appear.
	for (const { root } of [places.user, ...(places.project ? [places.project] : [])]) files.isFolder(root);
	if (!hasNamed && !(discovers && mayHavePlugins(context))) return none;
	const { pluginRoots } = await import("../../plugins/state/plugin-roots.ts");
	const { roots, files: read, warnings } = pluginRoots(places, { gate, pluginDirs });
	for (const path of read) files.isFolder(path);
	const counting = roots.filter(({ isEnabled, origin }) => isEnabled && (discovers || origin === "plugin-dir"));
	const isPlugin = ({ origin }: PluginRoot) => origin === "marketplace" || origin === "plugin-dir";
	return {
		packages: [
			...(await namedPackages(context)),
			...counting.filter((root) => !isPlugin(root) && root.manifest !== undefined),
		],
		plugins: counting.filter(isPlugin),
		warnings: discovers ? warnings : [],
	};
}

/** A folder is a package; a file is part of one if the package says so. */
async function namedPackages({ named, cwd, home }: LoadContext): Promise<PackageRoot[]> {
	if (!named || named.packages.length === 0) return [];
	const { readPluginPackage } = await import("../../plugins/state/plugin-manifest.ts");
	return named.packages.flatMap(({ path: requestedPath, level }): PackageRoot[] => {
		const path = resolveUserPath(requestedPath, cwd, home);
		const stats = path === undefined ? undefined : statOrUndefined(path);
		if (path === undefined || !stats) return [];
		const folder = stats.isDirectory() ? path : dirname(path);
		try {
			const found = readPluginPackage(folder);
			if (!stats.isDirectory() && !found?.manifest) return [];
			return [{ path: folder, name: found?.name ?? "", level, manifest: found?.manifest, enabledFeatures: null }];
		} catch {
			// A broken package.json is named when its extension is loaded.
			return [{ path: folder, name: "", level, manifest: undefined, enabledFeatures: null }];
		}
	});
}

/** The folders of one kind in packages. */
export function foldersIn(roots: readonly PackageRoot[], name: string) {
	return roots.map(({ path, level }) => ({ path: join(path, name), level }));
}

/** The folders for hooks or tools, with those that manifests name. */
export async function moduleFoldersIn(roots: readonly PackageRoot[], name: "hooks" | "tools") {
	if (roots.length === 0) return [];
	const { hookFolders, toolFolders } = await import("../../plugins/state/package-modules.ts");
	return roots.flatMap((root) => {
		const { level } = root;
		return name === "hooks"
			? hookFolders(root).map((folder) => ({ ...folder, level }))
			: toolFolders(root).map((path) => ({ path, level }));
	});
}
