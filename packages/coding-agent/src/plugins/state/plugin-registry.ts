import { waitForLock } from "../../process/wait-for-lock.ts";
import { isObject, type JsonObject, readJsonObject, textOf, writeJson } from "./json-file.ts";
import type { PluginScope } from "./plugin-folders.ts";

/** A plugin of a marketplace, installed. */
export interface RegisteredPlugin {
	/** `name@marketplace` */
	readonly id: string;
	readonly scope: PluginScope;
	readonly installPath: string;
	readonly version: string;
	readonly installedAt: string;
	readonly lastUpdated: string;
	readonly enabled: boolean;
	/** Its path in the catalog, such as `./`. */
	readonly source?: string;
}

/** `installed_plugins.json`, ours or Claude Code's. Throws when the file is broken. */
export function readPluginRegistry(path: string): readonly RegisteredPlugin[] {
	return registryEntries(readJsonObject(path) ?? {});
}

export function registryEntries(value: JsonObject): readonly RegisteredPlugin[] {
	const plugins = isObject(value.plugins) ? Object.entries(value.plugins) : [];
	return plugins.flatMap(([id, given]) => {
		// Version 1 had one entry per plugin.
		const entries: readonly unknown[] = Array.isArray(given) ? given : [given];
		return entries.flatMap((entry) => (isObject(entry) ? registeredOf(id, entry) : []));
	});
}

export async function changePluginRegistry(
	path: string,
	now: () => number,
	change: (before: readonly RegisteredPlugin[]) => readonly RegisteredPlugin[],
): Promise<void> {
	const lock = await waitForLock(path, now);
	try {
		const plugins: Record<string, object[]> = {};
		for (const { id, enabled, ...entry } of change(readPluginRegistry(path))) {
			plugins[id] = [...(plugins[id] ?? []), { ...entry, ...(!enabled && { enabled }) }];
		}
		await writeJson(path, { version: 2, plugins });
	} finally {
		lock?.release();
	}
}

/** `name` of `name@marketplace`. */
export function pluginNameOf(id: string): string {
	return id.lastIndexOf("@") > 0 ? id.slice(0, id.lastIndexOf("@")) : id;
}

function registeredOf(id: string, entry: JsonObject): RegisteredPlugin[] {
	const installPath = textOf(entry.installPath);
	const source = textOf(entry.source);
	if (installPath === undefined) return [];
	return [
		{
			id,
			scope: entry.scope === "project" ? "project" : "user",
			installPath,
			version: textOf(entry.version) ?? "0.0.0",
			installedAt: textOf(entry.installedAt) ?? "",
			lastUpdated: textOf(entry.lastUpdated) ?? "",
			enabled: entry.enabled !== false,
			...(source !== undefined && { source }),
		},
	];
}
