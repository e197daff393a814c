import type { Host } from "@oh-my-pi/pi-utils/host";
import type { TrustGate } from "../trust/trust-gate.ts";
import { packageModules } from "./state/package-modules.ts";
import { mayHavePlugins, pluginPlaces } from "./state/plugin-folders.ts";
import { extensionModules, pluginRoots } from "./state/plugin-roots.ts";
import { resolveUserPath } from "./state/resolve-path.ts";

const kinds = ["hook", "tool"] as const;

export interface PluginModule {
	readonly path: string;
	/** A plugin tree that is named on the command line is the user's. */
	readonly origin: "plugin" | "command-line";
	/** An extension unless told otherwise. */
	readonly kind?: "hook" | "tool";
	readonly name?: string;
	/** In `disabledExtensions`. */
	readonly id?: string;
}

/** The extensions, hooks and tools of plugins: those named for this run, of the project, of the user. */
export function pluginModules({
	host,
	gate,
	pluginDirs = [],
	discovers = true,
}: {
	readonly host: Pick<Host, "cwd" | "home" | "env">;
	readonly gate: TrustGate;
	readonly pluginDirs?: readonly string[];
	/** False for `--no-extensions`. */
	readonly discovers?: boolean;
}): readonly PluginModule[] {
	const named = pluginDirs.flatMap((path) => resolveUserPath(path, host.cwd, host.home) ?? []);
	if (named.length === 0 && !(discovers && mayHavePlugins(host))) return [];
	const places = pluginPlaces(host);
	const { roots } = pluginRoots(places, { gate, pluginDirs: named });
	return roots
		.filter(({ isEnabled, origin }) => isEnabled && (discovers || origin === "plugin-dir"))
		.flatMap((root) => {
			const origin = root.origin === "plugin-dir" ? ("command-line" as const) : ("plugin" as const);
			// Programs of Claude Code's plugins are not written for omp.
			const isOurs = root.origin !== "marketplace" || root.path.startsWith(places.cache) || root.level === "project";
			const siblings = root.manifest || isOurs ? kinds.flatMap((kind) => packageModules(root, kind)) : [];
			return [
				...extensionModules(root).map((path) => ({ path, origin })),
				...siblings.map((module) => ({ ...module, origin })),
			];
		});
}
