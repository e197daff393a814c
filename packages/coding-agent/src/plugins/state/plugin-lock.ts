import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { waitForLock } from "../../process/wait-for-lock.ts";
import { type JsonObject, readJsonObject, writeJson } from "./json-file.ts";
import type { PluginHome } from "./plugin-folders.ts";

/** What is remembered about an installed package. */
export interface LockedPlugin {
	readonly version: string;
	/** `null`: those that are on by default. */
	readonly enabledFeatures: readonly string[] | null;
	readonly enabled: boolean;
}

/** `omp-plugins.lock.json` */
export interface PluginLock {
	readonly plugins: Readonly<Record<string, LockedPlugin>>;
	readonly settings: Readonly<Record<string, JsonObject>>;
}

/** Throws when the file is broken. */
export function readPluginLock({ lockFile }: PluginHome): PluginLock {
	const value = readJsonObject(lockFile) ?? {};
	const plugins = isRecord(value.plugins) ? Object.entries(value.plugins) : [];
	const settings = isRecord(value.settings) ? Object.entries(value.settings) : [];
	return {
		plugins: Object.fromEntries(
			plugins.flatMap(([name, entry]) => (isRecord(entry) ? [[name, parseLocked(entry)]] : [])),
		),
		settings: Object.fromEntries(settings.flatMap(([name, entry]) => (isRecord(entry) ? [[name, entry]] : []))),
	};
}

/** One change at a time, also of several processes. */
export async function changePluginLock(
	home: PluginHome,
	now: () => number,
	change: (before: PluginLock) => PluginLock,
): Promise<void> {
	const lock = await waitForLock(home.lockFile, now);
	try {
		await writeJson(home.lockFile, change(readPluginLock(home)));
	} finally {
		lock?.release();
	}
}

export function withPlugin(lock: PluginLock, name: string, plugin: LockedPlugin): PluginLock {
	return { ...lock, plugins: { ...lock.plugins, [name]: plugin } };
}

/** Settings go with the plugin. */
export function withoutPlugin(lock: PluginLock, name: string): PluginLock {
	const { [name]: _plugin, ...plugins } = lock.plugins;
	const { [name]: _settings, ...settings } = lock.settings;
	return { plugins, settings };
}

function parseLocked(entry: JsonObject): LockedPlugin {
	const features = entry.enabledFeatures;
	return {
		version: typeof entry.version === "string" ? entry.version : "0.0.0",
		enabledFeatures: Array.isArray(features)
			? features.filter((feature): feature is string => typeof feature === "string")
			: null,
		enabled: entry.enabled !== false,
	};
}
