import { countOf } from "@oh-my-pi/pi-tools/view/title-text";
import {
	addMarketplace,
	readMarketplaces,
	removeMarketplace,
	updateMarketplace,
} from "../../../plugins/marketplace/marketplaces.ts";
import { searchCatalogs } from "../../../plugins/marketplace/search-catalogs.ts";
import { upgradePlugins } from "../../../plugins/marketplace/upgrade.ts";
import { CommandUsageError } from "../../../process/usage-error.ts";
import { keepTrust, type PluginAction, printJson } from "./plugin-context.ts";
import { pluginUsage } from "./plugin-flags.data.ts";

export const marketplace: PluginAction = async (call) => {
	const [action = "list", argument] = call.words;
	const { places, host, io } = call;
	const needed = (what: string) => {
		if (argument === undefined) throw new CommandUsageError("plugin", `Expected ${what}`, pluginUsage);
		return argument;
	};
	switch (action) {
		case "add": {
			const { name, plugins, warnings } = await addMarketplace(needed("a source"), places, host);
			for (const warning of warnings) await io.stderr.write(`${warning}\n`);
			await io.stdout.write(
				`Added ${name}: ${countOf(plugins.length, "plugin", "plugins")}. See them with: omp plugin discover\n`,
			);
			return 0;
		}
		case "remove":
			await removeMarketplace(needed("the name of a marketplace"), places, host);
			await io.stdout.write(`Removed ${argument}. Its installed plugins stay.\n`);
			return 0;
		case "update": {
			const names = argument === undefined ? readMarketplaces(places).map(({ name }) => name) : [argument];
			for (const name of names) {
				const { plugins } = await updateMarketplace(name, places, host);
				await io.stdout.write(`Updated ${name}: ${countOf(plugins.length, "plugin", "plugins")}\n`);
			}
			return 0;
		}
		case "list": {
			const all = readMarketplaces(places);
			if (call.json) await printJson(call, all);
			else {
				const lines = all.map(({ name, sourceUri, updatedAt }) => `${name}  ${sourceUri}  (${updatedAt.slice(0, 10)})`);
				await io.stdout.write(
					`${lines.join("\n") || "No marketplaces. Add one: omp plugin marketplace add owner/repo"}\n`,
				);
			}
			return 0;
		}
		default:
			throw new CommandUsageError("plugin", `Unknown action "${action}" of marketplace`, pluginUsage);
	}
};

export const discover: PluginAction = async (call) => {
	const { found, warnings } = searchCatalogs(call.places, call.words.join(" "));
	for (const warning of warnings) await call.io.stderr.write(`${warning}\n`);
	if (call.json) {
		await printJson(call, found);
		return 0;
	}
	const lines = found.map(({ id, version, description, isInstalled }) =>
		[id, version ?? "", isInstalled ? "(installed)" : "", description ?? ""].filter(Boolean).join("  "),
	);
	await call.io.stdout.write(`${lines.join("\n") || "Nothing found."}\n`);
	return 0;
};

export const upgrade: PluginAction = async (call) => {
	const [id] = call.words;
	const run = () => upgradePlugins(call, id, call.scope);
	const done = call.places.project ? await keepTrust(call, "project", run) : await run();
	if (call.json) await printJson(call, done);
	else {
		const lines = done.map((step) => `Upgraded ${step.id} from ${step.from} to ${step.to}`);
		await call.io.stdout.write(`${lines.join("\n") || "All plugins are up to date."}\n`);
	}
	return 0;
};
