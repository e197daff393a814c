import { join } from "node:path";
import { isObject, type JsonObject, parseJsonObject } from "../../plugins/state/json-file.ts";
import { insideOf } from "../../plugins/state/plugin-manifest.ts";
import { agentFiles } from "../capabilities/agents.ts";
import { hookFiles } from "../capabilities/hooks.ts";
import { mcpServers } from "../capabilities/mcp-servers.ts";
import { skills } from "../capabilities/skills.ts";
import { slashCommandFiles } from "../capabilities/slash-commands.ts";
import { toolFiles } from "../capabilities/tools.ts";
import { type DiscoveryProvider, type LoadContext, loads } from "../capability.ts";
import { commandFiles } from "../command-files.ts";
import { mcpFiles } from "../mcp-files.ts";
import { agentFilesOf, hookFilesIn, toolFilesIn } from "../module-files.ts";
import { foldersIn, moduleFoldersIn, type PackageRoot, packageRoots } from "../package-roots.ts";
import { joinResults } from "../rule-files.ts";
import { skillFiles } from "../skill-files.ts";

const identity = { id: "claude-plugins", displayName: "Claude Code Marketplace" };

export const claudePluginsProvider: DiscoveryProvider = {
	...identity,
	description: "Plugins of marketplaces, and those of --plugin-dir",
	priority: 70,
	loads: {
		...loads(skills, async (context) => {
			const { plugins } = await packageRoots(context);
			return joinResults(
				plugins.map(async (root) => {
					const { folders, warnings } = await skillFolders(root, context);
					const found = await skillFiles(identity, folders, context);
					return { ...found, warnings: [...warnings, ...(found.warnings ?? [])] };
				}),
			);
		}),
		...loads(slashCommandFiles, async (context) => {
			const { plugins } = await packageRoots(context);
			return joinResults(
				plugins.map(async (root) => {
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
			return hookFilesIn(identity, await moduleFoldersIn(plugins, "hooks"), context);
		}),
		...loads(toolFiles, async (context) => {
			const { plugins } = await packageRoots(context);
			return toolFilesIn(identity, await moduleFoldersIn(plugins, "tools"), context);
		}),
		...loads(agentFiles, async (context) => {
			const { plugins } = await packageRoots(context);
			return agentFilesOf(identity, foldersIn(plugins, "agents"), context);
		}),
		...loads(mcpServers, async (context) => {
			const { plugins } = await packageRoots(context);
			return joinResults(
				plugins.map(async (root) => {
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

/** The manifest has servers or says where they are. */
async function serverFile(root: PackageRoot, context: LoadContext): Promise<string> {
	const { fields, path } = await pluginManifest(root, context);
	const named = typeof fields.mcpServers === "string" ? insideOf(root.path, fields.mcpServers) : undefined;
	if (named !== undefined) return named;
	return path !== undefined && isObject(fields.mcpServers) ? path : join(root.path, ".mcp.json");
}

/** Paths of the manifest are added, except for a plugin that is the catalog itself. */
async function skillFolders(root: PackageRoot, context: LoadContext) {
	const { fields, problems } = await pluginManifest(root, context);
	const { paths, warnings } = manifestPaths(root, fields.skills);
	const isCatalog = root.source === "./" && paths.length > 0;
	const all = [...(isCatalog ? [] : [join(root.path, "skills")]), ...paths];
	const folders = [...new Set(all)].map((path) => ({ path, level: root.level }));
	return { folders, warnings: [...problems, ...warnings] };
}

/** Paths of the manifest replace the usual folder. */
async function commandFolders(root: PackageRoot, context: LoadContext) {
	const { fields } = await pluginManifest(root, context);
	const { paths, warnings } = manifestPaths(root, fields.commands ?? fields["slash-commands"]);
	const all = paths.length > 0 ? paths : [join(root.path, "commands")];
	return { folders: [...new Set(all)].map((path) => ({ path, level: root.level })), warnings };
}

async function pluginManifest(
	{ path }: PackageRoot,
	{ files }: LoadContext,
): Promise<{ readonly fields: JsonObject; readonly problems: readonly string[]; readonly path?: string }> {
	for (const folder of [".omp-plugin", ".claude-plugin"]) {
		const file = join(path, folder, "plugin.json");
		const text = await files.text(file);
		if (text === undefined) continue;
		try {
			return { fields: parseJsonObject(text, file), problems: [], path: file };
		} catch (error) {
			return { fields: {}, problems: [error instanceof Error ? error.message : String(error)] };
		}
	}
	return { fields: {}, problems: [] };
}

function manifestPaths({ path: root, name }: PackageRoot, given: unknown) {
	const list: readonly unknown[] = Array.isArray(given) ? given : [given];
	const entries = list.filter((entry): entry is string => typeof entry === "string");
	const outside = entries.filter((entry) => insideOf(root, entry) === undefined);
	return {
		paths: entries.flatMap((entry) => insideOf(root, entry) ?? []),
		warnings: outside.map((entry) => `${name}: "${entry}" leads out of the plugin and is ignored`),
	};
}
