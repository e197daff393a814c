import { checkPlugins } from "../../../plugins/doctor.ts";
import { pluginLine } from "../../../plugins/plugin-line.ts";
import {
	changeSetting,
	parseSettingValue,
	settingProblems,
	settingValue,
	settingValues,
	shownValue,
} from "../../../plugins/plugin-settings.ts";
import { findInstalled, installedPlugins, setEnabled, setFeatures } from "../../../plugins/state/installed.ts";
import { activeFeatures } from "../../../plugins/state/plugin-manifest.ts";
import type { PluginRoot } from "../../../plugins/state/plugin-roots.ts";
import { CommandUsageError } from "../../../process/usage-error.ts";
import { keepTrust, type PluginAction, type PluginCall, printJson } from "./plugin-context.ts";
import { pluginUsage } from "./plugin-flags.data.ts";

export const list: PluginAction = async (call) => {
	const { plugins, warnings } = installedPlugins(call.places);
	for (const warning of warnings) await call.io.stderr.write(`${warning}\n`);
	const shown = plugins.filter(({ level }) => call.scope === undefined || level === call.scope);
	const market = shown.filter(({ origin }) => origin === "marketplace");
	const packages = shown.filter(({ origin }) => origin !== "marketplace");
	if (call.json) {
		await printJson(call, { npm: packages.map(toJson), marketplace: market.map(toJson) });
		return 0;
	}
	if (shown.length === 0)
		await call.io.stdout.write("No plugins are installed. Install one: omp plugin install <package>\n");
	else await call.io.stdout.write(`${[...packages, ...market].flatMap(pluginLine).join("\n")}\n`);
	return 0;
};

export const enable: PluginAction = (call) => switchTo(call, true);
export const disable: PluginAction = (call) => switchTo(call, false);

export const features: PluginAction = async (call) => {
	const plugin = named(call);
	const { lists, flags } = call.args;
	const set = flags.get("set");
	const change = { enable: lists.get("enable") ?? [], disable: lists.get("disable") ?? [] };
	const isChange = change.enable.length + change.disable.length > 0 || typeof set === "string";
	if (isChange) {
		const exact =
			typeof set === "string"
				? {
						set: set
							.split(",")
							.map((name) => name.trim())
							.filter(Boolean),
					}
				: {};
		await keepTrust(call, plugin.level, () => setFeatures(call.places, call.host, plugin, { ...change, ...exact }));
	}
	const now = named(call);
	const known = Object.entries(now.manifest?.features ?? {});
	const on = now.manifest ? activeFeatures(now.manifest, now.enabledFeatures) : [];
	if (call.json) {
		await printJson(
			call,
			known.map(([name, { description }]) => ({ name, description, enabled: on.includes(name) })),
		);
		return 0;
	}
	const lines = known.map(
		([name, { description, isDefault }]) =>
			`${on.includes(name) ? "on " : "off"}  ${name}${description ? `: ${description}` : ""}${isDefault ? " (on by default)" : ""}`,
	);
	await call.io.stdout.write(`${lines.join("\n") || `${now.id} has no features`}\n`);
	return 0;
};

export const config: PluginAction = async (call) => {
	const [action = "list", name, key, ...rest] = call.words;
	const plugin = named({ ...call, words: name === undefined ? [] : [name] });
	const { places, host, io } = call;
	const needed = () => {
		if (key === undefined) throw new CommandUsageError("plugin", "Expected the name of a setting", pluginUsage);
		return key;
	};
	switch (action) {
		case "list": {
			const values = settingValues(plugin, host.env);
			if (call.json) {
				const shown = values.map((value) => ({
					key: value.key,
					value: value.setting?.secret ? shownValue(value) : value.value,
					origin: value.origin,
				}));
				await printJson(call, shown);
				return 0;
			}
			const lines = values.map((value) => {
				const variable = value.setting?.env === undefined ? "" : ` [${value.setting.env}]`;
				return `${value.key} = ${shownValue(value)} (${value.origin})${variable}${value.setting?.description ? `  ${value.setting.description}` : ""}`;
			});
			await io.stdout.write(`${lines.join("\n") || `${plugin.id} has no settings`}\n`);
			return 0;
		}
		case "get": {
			const value = settingValue(plugin, needed(), host.env);
			if (!value.setting && value.origin === "unset") throw new Error(`${plugin.id} has no setting "${key}"`);
			await io.stdout.write(`${shownValue(value)}\n`);
			return 0;
		}
		case "set": {
			const value = parseSettingValue(plugin, needed(), rest.join(" "));
			await keepTrust(call, plugin.level, () => changeSetting(places, host, plugin, needed(), value));
			return 0;
		}
		case "delete":
			await keepTrust(call, plugin.level, () => changeSetting(places, host, plugin, needed(), undefined));
			return 0;
		case "validate": {
			const problems = settingProblems(plugin, host.env);
			await io.stdout.write(`${problems.join("\n") || "All settings are valid."}\n`);
			return problems.length > 0 ? 1 : 0;
		}
		default:
			throw new CommandUsageError("plugin", `Unknown action "${action}" of config`, pluginUsage);
	}
};

export const doctor: PluginAction = async (call) => {
	const { places, host, io, args, scope } = call;
	const homes = [places.user, ...(places.project ? [places.project] : [])].filter(
		(home) => scope === undefined || home.scope === scope,
	);
	const checks = (
		await Promise.all(homes.map((home) => checkPlugins(home, host, { fix: args.flags.has("fix") })))
	).flat();
	if (call.json) await printJson(call, checks);
	else {
		const lines = checks.map(
			({ name, status, message, fixed }) => `${status.padEnd(8)}${name}  ${message}${fixed ? " (fixed)" : ""}`,
		);
		await io.stdout.write(`${lines.join("\n")}\n`);
	}
	return checks.some(({ status }) => status === "error") ? 1 : 0;
};

async function switchTo(call: PluginCall, enabled: boolean): Promise<number> {
	const plugin = named(call);
	await keepTrust(call, plugin.level, () => setEnabled(call.places, call.host, plugin, enabled));
	if (call.json) await printJson(call, { id: plugin.id, enabled });
	else await call.io.stdout.write(`${enabled ? "Enabled" : "Disabled"} ${plugin.id}\n`);
	return 0;
}

function named({ words, places, scope }: PluginCall): PluginRoot {
	const [name] = words;
	if (name === undefined) throw new CommandUsageError("plugin", "Expected the name of a plugin", pluginUsage);
	return findInstalled(places, name, scope);
}

function toJson({ id, name, version, level, path, origin, isEnabled, enabledFeatures, manifest }: PluginRoot) {
	return {
		id,
		name,
		version,
		scope: level,
		path,
		origin,
		enabled: isEnabled,
		enabledFeatures,
		features: Object.keys(manifest?.features ?? {}),
		hasManifest: manifest !== undefined,
	};
}
