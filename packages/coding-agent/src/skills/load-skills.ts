import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { type Skill, skills } from "../discovery/capabilities/skills.ts";
import type { Found, LoadContext, SourceMeta } from "../discovery/contract/capability.ts";
import type { CapabilityRegistry } from "../discovery/contract/capability-registry.ts";
import { skillFiles } from "../discovery/files/skill-files.ts";
import { extensionSettings } from "../settings/sections/services/extensions.ts";
import { skillSettings } from "../settings/sections/services/skills.ts";
import type { Settings } from "../settings/settings.ts";

export interface LoadedSkills {
	readonly skills: readonly Skill[];
	readonly warnings: readonly string[];
}

/** The skills of a folder: those of the settings' folders override those of sources; omp's own come last. */
export async function loadSkills(
	registry: CapabilityRegistry,
	context: LoadContext,
	settings: Settings,
	more: readonly string[] = [],
): Promise<LoadedSkills> {
	if (!settings.get(skillSettings.enabled)) return { skills: [], warnings: [] };
	const accepts = (skill: Found<Skill>) => isSourceOn(skill._source, settings);
	const folders = settings.get(skillSettings.customDirectories).map((folder) => absolute(folder, context));
	const [found, custom, added] = await Promise.all([
		registry.load(skills, context, { accepts }),
		skillsIn(folders, context),
		skillsIn(more, context),
	]);
	const chosen = firstOfEach([...custom.skills, ...found.items, ...added.skills]).filter(({ name }) =>
		isWanted(name, settings),
	);
	const lost = found.all.filter((skill) => skill._shadowed && skill._source.provider !== "omp-managed");
	const collisions = lost.flatMap(({ name, path, content }) => {
		const kept = chosen.find((skill) => skill.name === name);
		if (!kept || kept.content === content || realPath(kept.path) === realPath(path)) return [];
		return [`Two skills are named "${name}": ${kept.path} is used, ${path} is not`];
	});
	const gone = folders.filter((folder) => !existsSync(folder));
	const missing = gone.map((folder) => `${skillSettings.customDirectories.key}: ${folder} is not there`);
	const warnings = [...found.warnings, ...custom.warnings, ...missing, ...added.warnings, ...collisions];
	return { skills: chosen, warnings };
}

function absolute(path: string, { cwd, home }: LoadContext): string {
	return resolve(cwd, path.replace(/^~(?=\/|$)/, home));
}

/** Folders with skills in them; a folder that is a skill is that one. */
async function skillsIn(paths: readonly string[], context: LoadContext): Promise<LoadedSkills> {
	if (paths.length === 0) return { skills: [], warnings: [] };
	const places = paths.map((named) => {
		const path = basename(named) === "SKILL.md" ? dirname(named) : named;
		return existsSync(join(path, "SKILL.md")) ? { folder: dirname(path), only: path } : { folder: path };
	});
	const folders = [...new Set(places.map(({ folder }) => folder))].map((path) => ({ path, level: "user" as const }));
	const identity = { id: "custom", displayName: "Skill folders" };
	const found = await skillFiles(identity, folders, context, { needsDescription: true });
	const { warnings = [] } = found;
	const items = found.items.filter(({ path }) =>
		places.some(({ folder, only }) => (only ?? dirname(dirname(path))) === (only ? dirname(path) : folder)),
	);
	const problems = items.flatMap((skill) => {
		const problem = skills.validate?.(skill);
		return problem ? [`${skill.path}: ${problem}`] : [];
	});
	return { skills: items.filter((skill) => !skills.validate?.(skill)), warnings: [...warnings, ...problems] };
}

/** By name, and by file: links to one skill are one. */
function firstOfEach(all: readonly Skill[]): Skill[] {
	const seen = new Set<string>();
	return all.filter(({ name, path }) => {
		const keys = [`name ${name}`, `file ${realPath(path)}`];
		if (keys.some((key) => seen.has(key))) return false;
		for (const key of keys) seen.add(key);
		return true;
	});
}

/** Whether the settings let a skill be used. */
export function isSkillOn({ name, _source }: Found<Skill>, settings: Settings): boolean {
	return settings.get(skillSettings.enabled) && isSourceOn(_source, settings) && isWanted(name, settings);
}

function isWanted(name: string, settings: Settings): boolean {
	const matches = (globs: readonly string[]) => globs.some((glob) => glob === name || new Bun.Glob(glob).match(name));
	if (settings.get(extensionSettings.disabledExtensions).includes(`skill:${name}`)) return false;
	if (matches(settings.get(skillSettings.ignoredSkills))) return false;
	const included = settings.get(skillSettings.includeSkills);
	return included.length === 0 || matches(included);
}

function isSourceOn({ provider, level }: SourceMeta, settings: Settings): boolean {
	const isUser = level === "user";
	switch (provider) {
		case "native":
			return settings.get(isUser ? skillSettings.enablePiUser : skillSettings.enablePiProject);
		case "claude":
			return settings.get(isUser ? skillSettings.enableClaudeUser : skillSettings.enableClaudeProject);
		case "agents":
			return settings.get(isUser ? skillSettings.enableAgentsUser : skillSettings.enableAgentsProject);
		case "omp-managed":
			return true;
		case "codex":
			if (isUser) return settings.get(skillSettings.enableCodexUser);
	}
	// Sources without a switch of their own follow the others.
	const others = [
		skillSettings.enableClaudeUser,
		skillSettings.enableClaudeProject,
		skillSettings.enableCodexUser,
		skillSettings.enableAgentsUser,
		skillSettings.enableAgentsProject,
	];
	return others.some((setting) => settings.get(setting));
}

function realPath(path: string): string {
	try {
		return realpathSync(path);
	} catch {
		// Removed since it was read.
		return path;
	}
}
