import { join } from "node:path";
import { agentFiles } from "../capabilities/agents.ts";
import { contextFiles } from "../capabilities/context-files.ts";
import { extensionModules } from "../capabilities/extension-modules.ts";
import { geminiExtensions } from "../capabilities/gemini-extensions.ts";
import { hookFiles } from "../capabilities/hooks.ts";
import { mcpServers } from "../capabilities/mcp-servers.ts";
import { promptTemplates } from "../capabilities/prompts.ts";
import { rules } from "../capabilities/rules.ts";
import { settingsItems } from "../capabilities/settings.ts";
import { skills } from "../capabilities/skills.ts";
import { slashCommandFiles } from "../capabilities/slash-commands.ts";
import { systemPromptFiles } from "../capabilities/system-prompt.ts";
import { toolFiles } from "../capabilities/tools.ts";
import { type DiscoveryProvider, type LoadContext, loads } from "../contract/capability.ts";
import { walk } from "../contract/load-context.ts";
import { commandFiles } from "../files/command-files.ts";
import { foundFiles, type PossibleFile } from "../files/found-file.ts";
import { extensionReaders, moduleReaders } from "../files/load-later.ts";
import { joinResults, ruleFile, ruleFiles } from "../files/rule-files.ts";
import type { ScannedFolder } from "../files/scan-folders.ts";
import { settingsFiles } from "../files/settings-files.ts";
import { skillFiles } from "../files/skill-files.ts";
import { mcpFiles } from "../mcp/mcp-files.ts";

const identity = { id: "native", displayName: "OMP" };

/** omp's own folders, and those of its predecessor. */
export const nativeProvider: DiscoveryProvider = {
	...identity,
	description: "omp's own folders .omp and .pi, of the project and of the user",
	priority: 100,
	loads: {
		...loads(contextFiles, async (context) => foundFiles(identity, await nativeFiles("AGENTS.md", context), context)),
		...loads(systemPromptFiles, async (context) =>
			foundFiles(identity, await nativeFiles("SYSTEM.md", context), context),
		),
		...loads(rules, async (context) =>
			joinResults([
				ruleFiles(identity, folders("rules", context), context),
				...(await stickyFiles(context)).map((file) =>
					ruleFile(identity, file, context, { name: `RULES@${file.level}`, alwaysApply: true }),
				),
			]),
		),
		...loads(skills, (context) => skillFiles(identity, skillFolders(context), context, { needsDescription: true })),
		...loads(slashCommandFiles, (context) => commandFiles(identity, folders("commands", context), context)),
		...loads(hookFiles, async (context) => (await moduleReaders()).hookFilesOf(identity, context)),
		...loads(toolFiles, async (context) => (await moduleReaders()).toolFilesOf(identity, context)),
		...loads(agentFiles, async (context) => {
			const folders = agentFolders(context).filter(({ path }) => context.files.isFolder(path));
			return folders.length === 0 ? { items: [] } : (await moduleReaders()).loadAgentFiles(identity, folders, context);
		}),
		...loads(promptTemplates, (context) => commandFiles(identity, folders("prompts", context), context)),
		...loads(geminiExtensions, async (context) =>
			(await extensionReaders()).geminiManifests(identity, folders("extensions", context), context),
		),
		...loads(extensionModules, async (context) =>
			(await extensionReaders()).moduleFiles(identity, folders("extensions", context), context),
		),
		...loads(settingsItems, ({ cwd, files }) => {
			const paths = ["settings.json", "config.yml"].map((name) => join(cwd, ".omp", name));
			return settingsFiles(
				identity,
				paths.map((path) => ({ path, level: "project" as const })),
				{ files },
			);
		}),
		...loads(mcpServers, (context) => {
			const user = {
				path: join(context.home, context.env.PI_CONFIG_DIR || ".omp", "mcp.json"),
				level: "user",
			} as const;
			const defined = [...folders("mcp.json", context), ...folders(".mcp.json", context)];
			const byLevel = (level: string) => defined.filter((file) => file.level === level);
			const candidates = [...byLevel("project"), ...byLevel("user"), user];
			return mcpFiles(identity, candidates, context, { variables: context.env, coerces: true });
		}),
	},
};

/** Project before user, and `.omp` before `.pi`. */
function folders(name: string, { cwd, home, agentDir }: LoadContext): ScannedFolder[] {
	return [
		{ path: join(cwd, ".omp", name), level: "project" },
		{ path: join(cwd, ".pi", name), level: "project" },
		{ path: join(agentDir, name), level: "user" },
		{ path: join(home, ".pi", "agent", name), level: "user" },
	];
}

/** Of the working folder and those above it, nearest first, then the user's. */
function skillFolders(context: LoadContext): ScannedFolder[] {
	const above = walk(context).filter((folder) => folder !== context.cwd && folder !== context.home);
	const [current, old, ...user] = folders("skills", context);
	const outer = above.map((folder) => ({ path: join(folder, ".omp", "skills"), level: "project" as const }));
	return [...(current && old ? [current, old] : []), ...outer, ...user];
}

/** The nearest `.omp/agents` of the project, then the user's. */
function agentFolders(context: LoadContext): ScannedFolder[] {
	const inProject = walk(context)
		.map((folder) => join(folder, ".omp", "agents"))
		.filter((path) => path !== join(context.home, ".omp", "agents"));
	const nearest = inProject.find((path) => context.files.isFolder(path));
	const [, , user, old] = folders("agents", context);
	return [...(nearest ? [{ path: nearest, level: "project" } as const] : []), ...(user && old ? [user, old] : [])];
}

/** `RULES.md` always applies; the project's comes last, so that it counts more. */
async function stickyFiles(context: LoadContext): Promise<ScannedFolder[]> {
	const nearest = await nearestOmp(context);
	return [
		{ path: join(context.agentDir, "RULES.md"), level: "user" },
		...(nearest ? [{ path: join(nearest.folder, ".omp", "RULES.md"), level: "project" } as const] : []),
	];
}

/** Candidate files: project before user, and `.omp` before `.pi`. */
async function nativeFiles(name: string, context: LoadContext): Promise<PossibleFile[]> {
	const { cwd, home, agentDir } = context;
	const nearest = await nearestOmp(context);
	return [
		...(nearest ? [{ path: join(nearest.folder, ".omp", name), level: "project", depth: nearest.depth } as const] : []),
		{ path: join(cwd, ".pi", name), level: "project", depth: 0 },
		{ path: join(agentDir, name), level: "user" },
		{ path: join(home, ".pi", "agent", name), level: "user" },
	];
}

/** The nearest non-empty `.omp`; only that one counts, even if it lacks the file. */
async function nearestOmp(context: LoadContext): Promise<{ folder: string; depth: number } | undefined> {
	for (const [depth, folder] of walk(context).entries()) {
		const path = join(folder, ".omp");
		// ~/.omp holds the agent folder and is not a project folder.
		if (path === join(context.home, ".omp")) continue;
		if (await context.files.isNonEmptyFolder(path)) return { folder, depth };
	}
	return undefined;
}
