import { agentFiles } from "../capabilities/agents.ts";
import { hookFiles } from "../capabilities/hooks.ts";
import { mcpServers } from "../capabilities/mcp-servers.ts";
import { skills } from "../capabilities/skills.ts";
import { slashCommandFiles } from "../capabilities/slash-commands.ts";
import { toolFiles } from "../capabilities/tools.ts";
import { type DiscoveryProvider, loads } from "../contract/capability.ts";
import { commandFiles } from "../files/command-files.ts";
import { moduleReaders } from "../files/load-later.ts";
import { foldersIn, moduleFoldersIn, packageRoots } from "../files/package-roots.ts";
import { joinResults } from "../files/rule-files.ts";
import { skillFiles } from "../files/skill-files.ts";
import { mcpFiles } from "../mcp/mcp-files.ts";

const identity = { id: "claude-plugins", displayName: "Claude Code Marketplace" };

/** Most users have no plugins. */
const manifestPaths = () => import("../files/plugin-manifest-paths.ts");

export const claudePluginsProvider: DiscoveryProvider = {
	...identity,
	description: "Plugins of marketplaces, and those of --plugin-dir",
	priority: 70,
	loads: {
		...loads(skills, async (context) => {
			const { plugins } = await packageRoots(context);
			return joinResults(
				plugins.map(async (root) => {
					const { skillFolders } = await manifestPaths();
					const { folders, warnings } = await skillFolders(root, context);
					const found = await skillFiles(identity, folders, context, { mayBeSkills: true });
					return { ...found, warnings: [...warnings, ...(found.warnings ?? [])] };
				}),
			);
		}),
		...loads(slashCommandFiles, async (context) => {
			const { plugins } = await packageRoots(context);
			return joinResults(
				plugins.map(async (root) => {
					const { commandFolders } = await manifestPaths();
					const { folders, warnings } = await commandFolders(root, context);
					const found = await commandFiles(identity, folders, context);
					return {
						items: found.items.map((item) => ({ ...item, name: `${root.name}:${item.name}` })),
						warnings: [...warnings, ...(found.warnings ?? [])],
					};
				}),
			);
		}),
		...loads(hookFiles, async (context) => {
			const { plugins } = await packageRoots(context);
			return (await moduleReaders()).hookFilesIn(identity, await moduleFoldersIn(plugins, "hooks"), context);
		}),
		...loads(toolFiles, async (context) => {
			const { plugins } = await packageRoots(context);
			return (await moduleReaders()).toolFilesIn(identity, await moduleFoldersIn(plugins, "tools"), context);
		}),
		...loads(agentFiles, async (context) => {
			const { plugins } = await packageRoots(context);
			if (plugins.length === 0) return { items: [] };
			const { loadAgentFiles } = await moduleReaders();
			return joinResults(
				plugins.map(async (root) => {
					const found = await loadAgentFiles(identity, foldersIn([root], "agents"), context, { isRecursive: true });
					return {
						...found,
						items: found.items.map((item) => ({ ...item, name: withNamespace(root.name, item.name) })),
					};
				}),
			);
		}),
		...loads(mcpServers, async (context) => {
			const { plugins } = await packageRoots(context);
			return joinResults(
				plugins.map(async (root) => {
					const { serverFile } = await manifestPaths();
					const path = await serverFile(root, context);
					return mcpFiles(identity, [{ path, level: root.level }], context, {
						variables: { ...context.env, CLAUDE_PLUGIN_ROOT: root.path },
						named: (name) => `${root.name}:${name}`,
					});
				}),
			);
		}),
	},
};

/** A file without a name has none with a namespace, either. */
function withNamespace(plugin: string, name: string): string {
	return name === "" ? "" : `${plugin}:${name}`;
}
