import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { pluginsDirectory } from "../../process/directories.ts";

export type PluginScope = "user" | "project";

/** A folder with installed plugins. */
export interface PluginHome {
	readonly scope: PluginScope;
	/** `~/.omp/plugins` */
	readonly root: string;
	readonly packageFile: string;
	readonly modules: string;
	/** `omp-plugins.lock.json` */
	readonly lockFile: string;
	/** `installed_plugins.json` */
	readonly registryFile: string;
}

/** Where plugins and their state are. */
export interface PluginPlaces {
	readonly user: PluginHome;
	/** Absent where the project's folder would be the user's. */
	readonly project: PluginHome | undefined;
	/** `plugin-overrides.json` of the project. */
	readonly overridesFile: string | undefined;
	/** Claude Code's own registry. */
	readonly claudeRegistry: string;
	/** `~/.omp/marketplaces.json` */
	readonly marketplacesFile: string;
	/** Catalogs and copies of plugins. */
	readonly cache: string;
}

export function pluginPlaces(host: Pick<Host, "home" | "env" | "cwd">): PluginPlaces {
	const user = pluginHome("user", pluginsDirectory(host));
	const anchor = projectAnchor(host.cwd);
	const ownFolder = anchor === undefined ? undefined : join(anchor, ".omp");
	const isUsers = ownFolder === undefined || join(ownFolder, "plugins") === user.root || anchor === host.home;
	return {
		user,
		project: isUsers ? undefined : pluginHome("project", join(ownFolder, "plugins")),
		overridesFile: isUsers ? undefined : join(ownFolder, "plugin-overrides.json"),
		claudeRegistry: join(host.home, ".claude", "plugins", "installed_plugins.json"),
		marketplacesFile: join(dirname(user.root), "marketplaces.json"),
		cache: join(user.root, "cache"),
	};
}

/** Cheap: most users and projects have no plugins, and then nothing more of this folder is loaded. */
export function mayHavePlugins(host: Pick<Host, "home" | "env" | "cwd">): boolean {
	const { user, project, claudeRegistry } = pluginPlaces(host);
	return existsSync(user.root) || (project !== undefined && existsSync(project.root)) || existsSync(claudeRegistry);
}

export function pluginHome(scope: PluginScope, root: string): PluginHome {
	return {
		scope,
		root,
		packageFile: join(root, "package.json"),
		modules: join(root, "node_modules"),
		lockFile: join(root, "omp-plugins.lock.json"),
		registryFile: join(root, "installed_plugins.json"),
	};
}

/** The nearest folder with an `.omp` or a `.git`. */
function projectAnchor(cwd: string): string | undefined {
	for (let at = cwd; ; at = dirname(at)) {
		if (existsSync(join(at, ".omp")) || existsSync(join(at, ".git"))) return at;
		if (dirname(at) === at) return undefined;
	}
}
