import {
	type InstalledPlugin,
	installPackage,
	linkPlugin,
	uninstallPackage,
} from "../../../plugins/install/install-plugin.ts";
import { type PluginSpec, parsePluginSpec } from "../../../plugins/install/plugin-spec.ts";
import {
	installFromMarketplace,
	uninstallFromMarketplace,
} from "../../../plugins/marketplace/install-from-marketplace.ts";
import { readMarketplaces } from "../../../plugins/marketplace/marketplaces.ts";
import { findInstalled, resolveHome } from "../../../plugins/state/installed.ts";
import { readPluginLock } from "../../../plugins/state/plugin-lock.ts";
import { CommandUsageError } from "../../../process/usage-error.ts";
import { keepTrust, type PluginAction, type PluginCall, printJson } from "./plugin-context.ts";
import { pluginUsage } from "./plugin-flags.data.ts";

type Installed = Pick<InstalledPlugin, "name" | "version" | "path"> & Partial<InstalledPlugin>;

export const install: PluginAction = async (call) => {
	const { words, host, io, places, args } = call;
	if (words.length === 0) throw new CommandUsageError("plugin", "Say what to install", pluginUsage);
	const marketplaces = readMarketplaces(places).map(({ name }) => name);
	// All are checked before the first is installed.
	const specs = words.map((word) => parsePluginSpec(word, { ...host, marketplaces }));
	if (args.flags.has("dry-run")) {
		if (call.json) await printJson(call, { dryRun: true, specs });
		else await io.stdout.write(specs.map((spec) => `Would install ${describe(spec)}\n`).join(""));
		return 0;
	}
	const scope = call.scope ?? "user";
	const installed: Installed[] = [];
	for (const spec of specs) {
		const plugin = await keepTrust(call, scope, () => installSpec(spec, call));
		installed.push(plugin);
		if (call.json) continue;
		await io.stdout.write(
			`Installed ${plugin.name} ${plugin.version}${spec.kind === "link" ? ` (link to ${plugin.path})` : ""}\n`,
		);
		const hooks = spec.kind === "marketplace" ? await describeHooks(plugin.path) : undefined;
		if (hooks !== undefined) await io.stdout.write(`${hooks}\n`);
		if (plugin.hasManifest === false) {
			await io.stderr.write(
				`${plugin.name} has no omp or pi manifest in its package.json, and brings nothing to omp.\n`,
			);
		}
	}
	if (call.json) await printJson(call, installed);
	return 0;
};

export const link: PluginAction = async (call) => {
	const [path, ...more] = call.words;
	if (path === undefined || more.length > 0) throw new CommandUsageError("plugin", "Expected one folder", pluginUsage);
	const folder = /^[./~]/.test(path) ? path : `./${path}`;
	return install({ ...call, words: [folder] });
};

export const uninstall: PluginAction = async (call) => {
	const { words, places, host, io } = call;
	if (words.length === 0) throw new CommandUsageError("plugin", "Say what to uninstall", pluginUsage);
	for (const word of words) {
		const { name, scope, remove } = target(word, call);
		await keepTrust(call, scope, remove);
		if (!call.json) await io.stdout.write(`Uninstalled ${name}\n`);
	}
	if (call.json) await printJson(call, { uninstalled: words });
	return 0;

	function target(word: string, { scope: requestedScope }: PluginCall) {
		const isKnown = readPluginLock(places.user).plugins[word] !== undefined;
		try {
			const plugin = findInstalled(places, word, requestedScope);
			const home = resolveHome(places, plugin.level);
			const remove = () =>
				plugin.origin === "marketplace"
					? uninstallFromMarketplace(plugin, call)
					: uninstallPackage(plugin.id, { home, host });
			return { name: plugin.id, scope: plugin.level, remove };
		} catch (error) {
			// Its folder is gone, and the lock file still has it.
			if (!isKnown || requestedScope === "project") throw error;
			const remove = () => uninstallPackage(word, { home: places.user, host });
			return { name: word, scope: "user" as const, remove };
		}
	}
};

async function describeHooks(path: string): Promise<string | undefined> {
	return (await import("../../../features/claude-hooks/plugin-hooks.ts")).describePluginHooks(path);
}

async function installSpec(spec: PluginSpec, call: PluginCall): Promise<Installed> {
	const { places, host, tryExtensions, args, scope = "user" } = call;
	const force = args.flags.has("force");
	const options = {
		home: resolveHome(places, scope),
		host,
		tryExtensions,
		force,
		allowScripts: args.flags.has("allow-scripts"),
	};
	switch (spec.kind) {
		case "marketplace": {
			const { id, version, installPath } = await installFromMarketplace(spec.name, spec.marketplace, {
				...call,
				scope,
				force,
			});
			return { name: id, version, path: installPath };
		}
		case "link":
			return linkPlugin(spec.path, spec.features, options);
		default:
			return installPackage(spec, options);
	}
}

function describe(spec: PluginSpec): string {
	const features =
		spec.features === null
			? ""
			: ` with features: ${[...spec.features].length === 0 ? "none" : spec.features === "all" ? "all" : spec.features.join(", ")}`;
	switch (spec.kind) {
		case "marketplace":
			return `${spec.name} of the marketplace ${spec.marketplace}${features}`;
		case "link":
			return `a link to ${spec.path}${features}`;
		default:
			return `${spec.install} (${spec.kind})${features}`;
	}
}
