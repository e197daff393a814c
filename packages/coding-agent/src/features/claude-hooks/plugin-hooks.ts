import { existsSync } from "node:fs";
import { join } from "node:path";
import { visibleText } from "@oh-my-pi/pi-tui/text/sanitize";
import { readRegularFile } from "@oh-my-pi/pi-utils/files/read-regular-file";
import { statOrUndefined } from "@oh-my-pi/pi-utils/files/stat-or-undefined";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { tryJsonObject } from "../../plugins/state/json-file.ts";
import type { PluginPlaces, PluginScope } from "../../plugins/state/plugin-folders.ts";
import { resolveInside } from "../../plugins/state/plugin-manifest.ts";
import { type PluginRoot, pluginRoots } from "../../plugins/state/plugin-roots.ts";
import type { TrustGate } from "../../trust/trust-gate.ts";
import { type CommandHook, parseHookSettings } from "./hook-settings.ts";

/** A file of a plugin that has hooks. */
export interface PluginHookFile {
	readonly path: string;
	readonly level: PluginScope;
	/** The folder of the plugin: `CLAUDE_PLUGIN_ROOT`. */
	readonly root: string;
}

/** The files with hooks of the plugins that are on: `hooks/hooks.json`, and what `hooks` of the manifest names. */
export function pluginHookFiles(
	places: PluginPlaces,
	options: { readonly gate?: TrustGate; readonly pluginDirs?: readonly string[] },
): { readonly files: readonly PluginHookFile[]; readonly stamp: () => string } {
	const { roots, files: deciding } = pluginRoots(places, options);
	const isPlugin = ({ origin, isEnabled }: PluginRoot) =>
		isEnabled && (origin === "marketplace" || origin === "plugin-dir");
	return {
		files: roots
			.filter(isPlugin)
			.flatMap(({ path: root, level }) => hookFilesIn(root).map((path) => ({ path, level, root }))),
		stamp: () => deciding.map((path) => statOrUndefined(path)?.mtimeMs ?? "").join(),
	};
}

/** The hooks in a plugin's folder, for somebody who installs it. */
export function hooksOfPlugin(root: string): readonly CommandHook[] {
	return hookFilesIn(root).flatMap((path) => parseHookSettings(readRegularFile(path) ?? "{}", path).hooks);
}

/** What to say about them; nothing where there are none. */
export function describePluginHooks(root: string): string | undefined {
	const hooks = hooksOfPlugin(root);
	if (hooks.length === 0) return undefined;
	const events = [...new Set(hooks.map(({ event }) => event))].join(", ");
	const commands = [...new Set(hooks.map(({ event, command }) => `\n  ${event}: ${shown(command)}`))].join("");
	return `It has hooks, which run commands on this machine (${events}):${commands}`;
}

const maxShown = 160;

function shown(command: string): string {
	const text = visibleText(command).replace(/\s+/g, " ");
	return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}

function hookFilesIn(root: string): string[] {
	const manifest = [".omp-plugin", ".claude-plugin"]
		.map((folder) => join(root, folder, "plugin.json"))
		.find((path) => existsSync(path));
	const named = manifest && tryJsonObject(manifest, () => {})?.hooks;
	const entries = (Array.isArray(named) ? named : [named]).filter((entry) => typeof entry === "string");
	const paths = [join(root, "hooks", "hooks.json"), ...entries.flatMap((entry) => resolveInside(root, entry) ?? [])];
	if (manifest && isRecord(named)) paths.push(manifest);
	return [...new Set(paths)].filter((path) => existsSync(path));
}
