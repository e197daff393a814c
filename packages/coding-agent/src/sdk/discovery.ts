import type { ContextFile } from "../discovery/capabilities/context-files.ts";
import { promptTemplates } from "../discovery/capabilities/prompts.ts";
import type { SlashCommandFile } from "../discovery/capabilities/slash-commands.ts";
import { loadContextFiles } from "../discovery/context-files/load-context-files.ts";
import { discoveryRegistry } from "../discovery/discovery-registry.ts";
import { loadContext } from "../discovery/load-context.ts";
import type { FileCommand } from "../file-commands/file-command.ts";
import { loadFileCommands } from "../file-commands/load-file-commands.ts";
import type { FoundServer } from "../mcp/load-servers.ts";
import { resolveDirectories } from "../process/directories.ts";
import { processHost } from "../process/process-host.ts";
import { mcpSettings } from "../settings/sections/mcp.ts";
import { Settings } from "./settings.ts";

/** The context files of a folder, in prompt order. */
export async function discoverContextFiles(cwd?: string, agentDir?: string): Promise<readonly ContextFile[]> {
	const place = await placeOf(cwd, agentDir);
	return (await loadContextFiles(place.registry, place.context)).files;
}

/** Prompt templates of user and project. */
export async function discoverPromptTemplates(cwd?: string, agentDir?: string): Promise<readonly SlashCommandFile[]> {
	const place = await placeOf(cwd, agentDir);
	return (await place.registry.load(promptTemplates, place.context)).items;
}

/** Slash commands from files, and built-in ones for names that are free. */
export async function discoverSlashCommands(cwd?: string, agentDir?: string): Promise<readonly FileCommand[]> {
	const place = await placeOf(cwd, agentDir);
	return (await loadFileCommands(place.cwd, place)).commands;
}

/** MCP servers that user and project define; those of a project only when they are trusted. */
export async function discoverMCPServers(cwd?: string, agentDir?: string): Promise<readonly FoundServer[]> {
	const place = await placeOf(cwd, agentDir);
	const { loadServers } = await import("../mcp/load-servers.ts");
	const includeProject = place.settings.get(mcpSettings.enableProjectConfig);
	return (await loadServers(place.registry, place.context, { includeProject })).servers;
}

async function placeOf(wantedCwd: string | undefined, wantedAgentDir: string | undefined) {
	const world = processHost();
	const cwd = wantedCwd ?? world.cwd;
	const host = { ...world, cwd };
	const agentDir = wantedAgentDir ?? resolveDirectories(host).agent;
	const settings = await Settings.init({ cwd, agentDir });
	const context = await loadContext({ cwd, home: host.home, env: host.env, agentDir });
	return { cwd, host, agentDir, settings, context, registry: discoveryRegistry(cwd, host.home, settings) };
}
