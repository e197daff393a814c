import type { Host } from "@oh-my-pi/pi-utils/host";
import { resolveHome } from "./state/installed.ts";
import type { PluginPlaces } from "./state/plugin-folders.ts";
import { changePluginLock } from "./state/plugin-lock.ts";
import type { PluginSetting } from "./state/plugin-manifest.ts";
import type { PluginRoot } from "./state/plugin-roots.ts";

export interface PluginSettingValue {
	readonly key: string;
	readonly value: unknown;
	readonly origin: "set" | "env" | "default" | "unset";
	readonly setting: PluginSetting | undefined;
}

/** What a plugin's settings are: set, else from the environment, else the default. */
export function settingValues(plugin: PluginRoot, env: Host["env"]): readonly PluginSettingValue[] {
	const schema = plugin.manifest?.settings ?? {};
	const keys = new Set([...Object.keys(schema), ...Object.keys(plugin.settings)]);
	return [...keys].toSorted().map((key) => settingValue(plugin, key, env));
}

export function settingValue(plugin: PluginRoot, key: string, env: Host["env"]): PluginSettingValue {
	const setting = plugin.manifest?.settings[key];
	if (Object.hasOwn(plugin.settings, key)) return { key, value: plugin.settings[key], origin: "set", setting };
	const variable = setting?.env === undefined ? undefined : env[setting.env];
	if (setting && variable !== undefined && variable !== "") {
		return { key, value: parsed(setting, variable) ?? variable, origin: "env", setting };
	}
	if (setting?.default !== undefined) return { key, value: setting.default, origin: "default", setting };
	return { key, value: undefined, origin: "unset", setting };
}

/** For people: secrets are not shown. */
export function shownValue({ value, setting }: PluginSettingValue): string {
	if (value === undefined) return "(not set)";
	if (setting?.secret) return "********";
	return typeof value === "string" ? value : JSON.stringify(value);
}

/** The typed value of a text; throws with what is wrong. */
export function parseSettingValue(plugin: PluginRoot, key: string, text: string): unknown {
	const setting = plugin.manifest?.settings[key];
	if (!setting) {
		const known = Object.keys(plugin.manifest?.settings ?? {});
		throw new Error(`${plugin.id} has no setting "${key}". Available: ${known.join(", ") || "none"}`);
	}
	const value = parsed(setting, text);
	const problem = problemWith(setting, value ?? text);
	if (problem) throw new Error(`${key}: ${problem}`);
	return value;
}

/** What is wrong with what is set, for all settings of a plugin. */
export function settingProblems(plugin: PluginRoot, env: Host["env"]): readonly string[] {
	return settingValues(plugin, env).flatMap(({ key, value, setting, origin }) => {
		if (!setting) return [`${key}: ${plugin.id} has no such setting`];
		const problem = origin === "unset" ? undefined : problemWith(setting, value);
		return problem ? [`${key}: ${problem}`] : [];
	});
}

/** `undefined` removes it. */
export async function changeSetting(
	places: PluginPlaces,
	{ now }: Pick<Host, "now">,
	plugin: PluginRoot,
	key: string,
	value: unknown,
): Promise<void> {
	await changePluginLock(resolveHome(places, plugin.level), now, (lock) => {
		const { [key]: _before, ...others } = lock.settings[plugin.lockName] ?? {};
		const changed = value === undefined ? others : { ...others, [key]: value };
		return { ...lock, settings: { ...lock.settings, [plugin.lockName]: changed } };
	});
}

function parsed(setting: PluginSetting, text: string): unknown {
	if (setting.type === "number") return text.trim() === "" || Number.isNaN(Number(text)) ? undefined : Number(text);
	if (setting.type === "boolean") return booleans[text.trim().toLowerCase()];
	return text;
}

const booleans: Readonly<Record<string, boolean>> = {
	true: true,
	yes: true,
	on: true,
	"1": true,
	false: false,
	no: false,
	off: false,
	"0": false,
};

function problemWith({ type, values, min, max }: PluginSetting, value: unknown): string | undefined {
	switch (type) {
		case "number":
			if (typeof value !== "number") return "Must be a number";
			if (min !== undefined && value < min) return `Must be >= ${min}`;
			return max !== undefined && value > max ? `Must be <= ${max}` : undefined;
		case "boolean":
			return typeof value === "boolean" ? undefined : "Must be true or false";
		case "enum":
			return values.some((known) => known === value) ? undefined : `Must be one of: ${values.join(", ")}`;
		case "string":
			return typeof value === "string" ? undefined : "Must be text";
	}
}
