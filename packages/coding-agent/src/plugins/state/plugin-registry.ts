import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { nonEmptyString } from "@oh-my-pi/pi-utils/text/non-empty-string";
import { waitForLock } from "../../process/wait-for-lock.ts";
import { type JsonObject, readJsonObject, writeJson } from "./json-file.ts";
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
	const plugins = isRecord(value.plugins) ? Object.entries(value.plugins) : [];
	return plugins.flatMap(([id, registrations]) => {
		// Version 1 had one entry per plugin.
		const entries: readonly unknown[] = Array.isArray(registrations) ? registrations : [registrations];
		return entries.flatMap((entry) => (isRecord(entry) ? parseRegistered(id, entry) : []));
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

function parseRegistered(id: string, entry: JsonObject): RegisteredPlugin[] {
	const installPath = nonEmptyString(entry.installPath);
	const source = nonEmptyString(entry.source);
	if (installPath === undefined) return [];
	return [
		{
			id,
			scope: entry.scope === "project" ? "project" : "user",
			installPath,
			version: nonEmptyString(entry.version) ?? "0.0.0",
			installedAt: nonEmptyString(entry.installedAt) ?? "",
			lastUpdated: nonEmptyString(entry.lastUpdated) ?? "",
			enabled: entry.enabled !== false,
			...(source !== undefined && { source }),
		},
	];
}
