import { countOf } from "@oh-my-pi/pi-tools/view/title-text";
import type { Command } from "../../../commands/contract/command.ts";
import { type CommandOutcome, notice } from "../../../commands/contract/outcome.ts";
import { selectDialog } from "../../../dialogs/select-dialog.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import { pluginContext } from "../install/plugin-context.ts";
import { pluginsCommand, reloaded } from "./plugins.ts";
import { readScope } from "./read-scope.ts";

const actions = [
	{ name: "add", summary: "Add a marketplace", usage: "<owner/repo | address | folder>" },
	{ name: "remove", summary: "Remove one; its plugins stay", usage: "<name>" },
	{ name: "update", summary: "Read catalogs anew", usage: "[name]" },
	{ name: "list", summary: "List marketplaces" },
	{ name: "discover", summary: "Search for plugins", usage: "[words]" },
	{ name: "install", summary: "Install a plugin", usage: "<name@marketplace>" },
	{ name: "uninstall", summary: "Remove a plugin", usage: "<name@marketplace>" },
	{ name: "installed", summary: "List installed plugins" },
	{ name: "upgrade", summary: "Install newer versions", usage: "[name@marketplace]" },
	{ name: "help", summary: "Show this" },
];

export const marketplaceCommand: Command = {
	name: "marketplace",
	summary: "Find and install plugins",
	group: "system",
	hint: `[${actions.map(({ name }) => name).join("|")}]`,
	subcommands: actions,
	run: (call) => runAction(call.args, call.session, () => pluginsCommand.run?.({ ...call, args: "list" })),
	screen: {
		async run(call, { ask }) {
			if (call.args.trim() !== "") {
				return runAction(call.args, call.session, () => pluginsCommand.run?.({ ...call, args: "list" }));
			}
			const { places } = pluginContext(call.session);
			const { searchCatalogs } = await import("../../../plugins/marketplace/search-catalogs.ts");
			const { found } = searchCatalogs(places);
			if (found.length === 0) return notice("No marketplaces yet. Add one: /marketplace add owner/repo");
			const items = found.map(({ id, description, version, isInstalled }) => ({
				value: { id, isInstalled },
				label: id,
				description: [isInstalled ? "installed" : "", version ?? "", description ?? ""].filter(Boolean).join(" · "),
			}));
			const chosen = await ask(selectDialog({ title: "Install a plugin", items }));
			if (!chosen) return { kind: "done" };
			if (chosen.isInstalled)
				return notice(`${chosen.id} is installed. Remove it with /marketplace uninstall ${chosen.id}`);
			return runAction(`install ${chosen.id}`, call.session);
		},
	},
};

async function runAction(
	args: string,
	session: OpenedConversation,
	listInstalled?: () => Promise<CommandOutcome> | undefined,
): Promise<CommandOutcome> {
	const { words, scope } = readScope(args);
	const [action = "help", target] = words;
	const context = pluginContext(session);
	const { places, host } = context;
	const { addMarketplace, readMarketplaces, removeMarketplace, updateMarketplace } = await import(
		"../../../plugins/marketplace/marketplaces.ts"
	);
	const trusted = async <Value>(level: "user" | "project", change: () => Promise<Value>): Promise<Value> => {
		const { changeTrusted } = await import("../../../plugins/change-trusted.ts");
		return (await changeTrusted(places, level, session.trust, change)).value;
	};
	switch (action) {
		case "add": {
			const { name, plugins, warnings } = await addMarketplace(needed(target, "a source"), places, host);
			const skipped = warnings.map((warning) => `\n${warning}`).join("");
			return notice(
				`Added ${name}: ${countOf(plugins.length, "plugin", "plugins")}. /marketplace shows them.${skipped}`,
			);
		}
		case "remove":
			await removeMarketplace(needed(target, "a name"), places, host);
			return notice(`Removed ${target}. Its installed plugins stay.`);
		case "update": {
			const names = target === undefined ? readMarketplaces(places).map(({ name }) => name) : [target];
			for (const name of names) await updateMarketplace(name, places, host);
			return notice(`Updated: ${names.join(", ") || "there are no marketplaces"}`);
		}
		case "list": {
			const lines = readMarketplaces(places).map(({ name, sourceUri }) => `${name}  ${sourceUri}`);
			return notice(lines.join("\n") || "No marketplaces yet. Add one: /marketplace add owner/repo");
		}
		case "discover": {
			const { searchCatalogs } = await import("../../../plugins/marketplace/search-catalogs.ts");
			const { found, warnings } = searchCatalogs(places, words.slice(1).join(" "));
			const lines = found.map(({ id, description, isInstalled }) =>
				[id, isInstalled ? "(installed)" : "", description ?? ""].filter(Boolean).join("  "),
			);
			return notice([...lines, ...warnings].join("\n") || "Nothing found.");
		}
		case "install": {
			const id = needed(target, "name@marketplace");
			const at = id.lastIndexOf("@");
			if (at <= 0) throw new Error("Expected name@marketplace. Other packages: omp plugin install <package>");
			const { installFromMarketplace } = await import("../../../plugins/marketplace/install-from-marketplace.ts");
			const [name, marketplace, level] = [id.slice(0, at), id.slice(at + 1), scope ?? "user"];
			const { version, installPath } = await trusted(level, () =>
				installFromMarketplace(name, marketplace, { ...context, scope: level }),
			);
			const { describePluginHooks } = await import("../../claude-hooks/plugin-hooks.ts");
			const hooks = describePluginHooks(installPath);
			return reloaded(session, `Installed ${id} ${version}.${hooks === undefined ? "" : `\n${hooks}`}`);
		}
		case "uninstall": {
			const { findInstalled } = await import("../../../plugins/state/installed.ts");
			const { uninstallFromMarketplace } = await import("../../../plugins/marketplace/install-from-marketplace.ts");
			const plugin = findInstalled(places, needed(target, "name@marketplace"), scope);
			if (plugin.origin !== "marketplace")
				throw new Error(`${plugin.id} is a package: omp plugin uninstall ${plugin.id}`);
			await trusted(plugin.level, () => uninstallFromMarketplace(plugin, context));
			return reloaded(session, `Uninstalled ${plugin.id}.`);
		}
		case "installed":
			return (await listInstalled?.()) ?? { kind: "done" };
		case "upgrade": {
			const { upgradePlugins } = await import("../../../plugins/marketplace/upgrade.ts");
			const run = () => upgradePlugins(context, target, scope);
			const done = await (places.project ? trusted("project", run) : run());
			if (done.length === 0) return notice("All plugins are up to date.");
			return reloaded(session, done.map(({ id, from, to }) => `Upgraded ${id} from ${from} to ${to}.`).join("\n"));
		}
		case "help":
			return notice(
				actions
					.map(({ name, usage, summary }) => `/marketplace ${name}${usage ? ` ${usage}` : ""}: ${summary}`)
					.join("\n"),
			);
		default:
			throw new Error(`Unknown action "${action}". See /marketplace help`);
	}
}

function needed(value: string | undefined, what: string): string {
	if (value === undefined) throw new Error(`Expected ${what}. See /marketplace help`);
	return value;
}
