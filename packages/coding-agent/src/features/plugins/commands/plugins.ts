import type { Command } from "../../../commands/contract/command.ts";
import { type CommandOutcome, notice } from "../../../commands/contract/outcome.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import { pluginContext, reloadPlugins } from "../install/plugin-context.ts";
import { readScope } from "./read-scope.ts";

export const pluginsCommand: Command = {
	name: "plugins",
	summary: "List plugins, switch them on and off",
	group: "system",
	hint: "[list|enable <name>|disable <name>]",
	subcommands: [
		{ name: "list", summary: "What is installed" },
		{ name: "enable", summary: "Switch one on", usage: "<name>" },
		{ name: "disable", summary: "Switch one off", usage: "<name>" },
	],
	async run({ args, session }) {
		const { words, scope } = readScope(args);
		const [action = "list", name] = words;
		const { places, host } = pluginContext(session);
		const { findInstalled, installedPlugins, setEnabled } = await import("../../../plugins/state/installed.ts");
		if (action === "list") {
			const { pluginLine } = await import("../../../plugins/plugin-line.ts");
			const { plugins, warnings } = installedPlugins(places);
			const lines = [...plugins.flatMap(pluginLine), ...warnings];
			return notice(lines.join("\n") || "No plugins are installed. /marketplace shows what there is.");
		}
		if ((action !== "enable" && action !== "disable") || name === undefined) {
			throw new Error("Usage: /plugins [list|enable <name>|disable <name>]");
		}
		const plugin = findInstalled(places, name, scope);
		const { changeTrusted } = await import("../../../plugins/change-trusted.ts");
		const change = () => setEnabled(places, host, plugin, action === "enable");
		await changeTrusted(places, plugin.level, session.trust, change);
		return reloaded(session, `${action === "enable" ? "Enabled" : "Disabled"} ${plugin.id}.`);
	},
};

export const reloadPluginsCommand: Command = {
	name: "reload-plugins",
	summary: "Read the skills, commands and rules of plugins anew",
	group: "system",
	run: ({ session }) => reloaded(session, "Plugins reloaded."),
};

export async function reloaded(session: OpenedConversation, text: string): Promise<CommandOutcome> {
	await reloadPlugins(session);
	return notice(`${text} Skills, commands and rules count now; extensions, tools and hooks from the next start.`);
}
