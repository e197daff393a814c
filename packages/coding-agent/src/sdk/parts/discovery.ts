import type { ContextFile } from "../../discovery/capabilities/context-files.ts";
import { promptTemplates } from "../../discovery/capabilities/prompts.ts";
import type { Skill } from "../../discovery/capabilities/skills.ts";
import type { SlashCommandFile } from "../../discovery/capabilities/slash-commands.ts";
import { loadContextFiles } from "../../discovery/context-files/load-context-files.ts";
import type { FileCommand } from "../../file-commands/file-command.ts";
import { loadFileCommands } from "../../file-commands/load-file-commands.ts";
import { extensionSettings } from "../../settings/sections/services/extensions.ts";
import { loadSkills as loadAllSkills } from "../../skills/load-skills.ts";
import { resolvePlace } from "./discovery-place.ts";

/** The context files of a folder, in prompt order. */
export async function discoverContextFiles(cwd?: string, agentDir?: string): Promise<readonly ContextFile[]> {
	const place = await resolvePlace(cwd, agentDir);
	return (await loadContextFiles(place.registry, place.context)).files;
}

/** The skills of user and project that count. */
export async function discoverSkills(cwd?: string, agentDir?: string): Promise<readonly Skill[]> {
	const place = await resolvePlace(cwd, agentDir);
	return (await loadAllSkills(place.registry, place.context, place.settings)).skills;
}

/** Extensions of user and project, in the order in which they are loaded; what is not trusted is marked. */
export async function discoverExtensions(cwd?: string, agentDir?: string): Promise<readonly DiscoveredExtension[]> {
	const place = await resolvePlace(cwd, agentDir);
	const { checkExtensions } = await import("../../features/extensions/loading/load-extensions.ts");
	const { findExtensions } = await import("../../features/extensions/loading/find-extensions.ts");
	const places = {
		named: [],
		discovers: true,
		cwd: place.cwd,
		home: place.host.home,
		agentDir: place.agentDir,
		configured: place.settings.get(extensionSettings.extensions),
		disabled: place.settings.get(extensionSettings.disabledExtensions),
	};
	const { admitted } = checkExtensions(places, place.context.gate);
	return findExtensions(places).found.map(({ path, name }) => ({
		path,
		name,
		isTrusted: admitted.some((extension) => extension.path === path),
	}));
}

export interface DiscoveredExtension {
	readonly path: string;
	readonly name: string;
	readonly isTrusted: boolean;
}

/** Prompt templates of user and project. */
export async function discoverPromptTemplates(cwd?: string, agentDir?: string): Promise<readonly SlashCommandFile[]> {
	const place = await resolvePlace(cwd, agentDir);
	return (await place.registry.load(promptTemplates, place.context)).items;
}

/** Slash commands from files, and built-in ones for names that are free. */
export async function discoverSlashCommands(cwd?: string, agentDir?: string): Promise<readonly FileCommand[]> {
	const place = await resolvePlace(cwd, agentDir);
	return (await loadFileCommands(place.cwd, place)).commands;
}
