import { basename, extname, join } from "node:path";
import { agentFiles } from "../capabilities/agents.ts";
import { hookFiles } from "../capabilities/hooks.ts";
import { mcpServers } from "../capabilities/mcp-servers.ts";
import { promptTemplates } from "../capabilities/prompts.ts";
import { rules } from "../capabilities/rules.ts";
import { skills } from "../capabilities/skills.ts";
import { type SlashCommandFile, slashCommandFiles } from "../capabilities/slash-commands.ts";
import { toolFiles } from "../capabilities/tools.ts";
import { type DiscoveryProvider, type LoadContext, type LoadResult, loads } from "../contract/capability.ts";
import { commandFiles } from "../files/command-files.ts";
import { moduleReaders } from "../files/load-later.ts";
import { foldersIn, moduleFoldersIn, type PackageRoot, packageRoots } from "../files/package-roots.ts";
import { joinResults, ruleFiles } from "../files/rule-files.ts";
import type { ScannedFolder } from "../files/scan-folders.ts";
import { skillFile, skillFiles } from "../files/skill-files.ts";
import { mcpFiles } from "../mcp/mcp-files.ts";

const identity = { id: "omp-plugins", displayName: "OMP Extension Packages" };

/** Packages with extensions bring more beside them. */
export const ompPluginsProvider: DiscoveryProvider = {
	...identity,
	description: "Folders of installed, linked and named packages",
	priority: 90,
	loads: {
		...loads(skills, async (context) => {
			const { packages, warnings } = await packageRoots(context);
			const named = await partFolders(packages, "skills");
			const options = { needsDescription: true };
			const isOne = ({ path }: ScannedFolder) => basename(path) === "SKILL.md";
			// An entry of a manifest may be the folder of one skill, or its file.
			const files = named.map(({ path, level }) => ({ path: join(path, "SKILL.md"), level }));
			return joinResults([
				Promise.resolve({ items: [], warnings }),
				skillFiles(identity, named, context, options),
				...[...named.filter(isOne), ...files].map((file) => skillFile(identity, file, context, options)),
			]);
		}),
		...loads(slashCommandFiles, (context) => templates("commands", context)),
		...loads(promptTemplates, (context) => templates("prompts", context)),
		...loads(hookFiles, async (context) => {
			const { packages } = await packageRoots(context);
			return (await moduleReaders()).hookFilesIn(identity, await moduleFoldersIn(packages, "hooks"), context);
		}),
		...loads(toolFiles, async (context) => {
			const { packages } = await packageRoots(context);
			return (await moduleReaders()).toolFilesIn(identity, await moduleFoldersIn(packages, "tools"), context);
		}),
		...loads(agentFiles, async (context) => {
			const { packages } = await packageRoots(context);
			if (packages.length === 0) return { items: [] };
			return (await moduleReaders()).loadAgentFiles(identity, foldersIn(packages, "agents"), context);
		}),
		...loads(mcpServers, async (context) => {
			const { packages } = await packageRoots(context);
			return mcpFiles(identity, foldersIn(packages, ".mcp.json"), context, { variables: context.env });
		}),
		...loads(rules, async (context) => {
			const { packages } = await packageRoots(context);
			return ruleFiles(identity, foldersIn(packages, "rules"), context);
		}),
	},
};

async function templates(part: "commands" | "prompts", context: LoadContext): Promise<LoadResult<SlashCommandFile>> {
	const { packages } = await packageRoots(context);
	const folders = await partFolders(packages, part);
	// An entry of a manifest may be one file.
	const isFile = ({ path }: ScannedFolder) => extname(path) === ".md";
	const files = folders.filter(isFile).map(async ({ path, level }) => {
		const folder = { path: join(path, ".."), level };
		const found = await commandFiles(identity, [folder], context);
		return { ...found, items: found.items.filter((item) => item.path === path) };
	});
	return joinResults([
		commandFiles(
			identity,
			folders.filter((folder) => !isFile(folder)),
			context,
		),
		...files,
	]);
}

/** The conventional folder of each package, and what its manifest adds. */
async function partFolders(
	roots: readonly PackageRoot[],
	part: "skills" | "commands" | "prompts",
): Promise<ScannedFolder[]> {
	if (roots.length === 0) return [];
	const { activeParts, resolveInside } = await import("../../plugins/state/plugin-manifest.ts");
	const folders = roots.flatMap(({ path, level, manifest, enabledFeatures }) => {
		const listed = manifest ? activeParts(manifest, enabledFeatures)[part] : [];
		return [join(path, part), ...listed.flatMap((entry) => resolveInside(path, entry) ?? [])].map((folder) => ({
			path: folder,
			level,
		}));
	});
	return folders.filter(({ path }, index) => folders.findIndex((other) => other.path === path) === index);
}
