import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { TrustGate } from "../../trust/trust-gate.ts";
import { type FileLayer, readLayer } from "../file/read-layer.ts";
import { SettingsFile } from "../file/settings-file.ts";
import { SettingsFileError } from "../file/settings-file-error.ts";
import { mergeTrees, type SettingsTree } from "../file/settings-tree.ts";
import { modelChoiceSettings } from "../sections/model/providers.ts";
import { Settings } from "../settings.ts";
import { fallbackPrefixes, overridingPrefixes, overridingVariables } from "./environment.data.ts";
import { sourceSettingsFiles } from "./source-files.data.ts";

export interface SettingsSources {
	readonly host: Host;
	readonly agentDir: string;
	readonly cwd: string;
	/** Decides what of the project's settings counts; without it, what the user has accepted. */
	readonly gate?: TrustGate;
	/** Files from the command line; the last one takes precedence. */
	readonly overlays: readonly string[];
}

/** Loads the layers from low to high: user, project, `--config` files, environment. */
export async function loadSettings(sources: SettingsSources): Promise<Settings> {
	const { host, agentDir, cwd } = sources;
	const globalPath = globalSettingsPath(agentDir);
	const named = [...(host.env.PI_CONFIG_FILES?.split(/[:;]/).filter(Boolean) ?? []), ...sources.overlays];
	const [global, projectFiles, overlays, variables] = await Promise.all([
		readGlobal(globalPath, agentDir, host),
		readProject(cwd),
		Promise.all(named.map((path) => readNamed(resolve(cwd, path.replace(/^~(?=\/|$)/, host.home))))),
		readVariables(host.env),
	]);
	const [files, projects] = await Promise.all([
		refined([...global, ...overlays], agentDir),
		withSources(projectFiles, cwd, merged(global)).then((project) => admitted(project, agentDir, gateOf(sources))),
	]);
	return new Settings(
		{
			fallback: variables?.fallback ?? {},
			global: merged(files.layers.slice(0, global.length)),
			project: projects.tree,
			overlay: merged(files.layers.slice(global.length)),
			environment: variables?.environment ?? {},
		},
		{
			files: { global: fileAt(globalPath, host), project: fileAt(projectSettingsPath(cwd), host) },
			problems: [...files.problems, ...projects.problems, ...(variables?.problems ?? [])],
		},
	);
}

/** Replaces the project layer after a change of directory, or of trust. */
export async function reloadProject(settings: Settings, sources: Omit<SettingsSources, "overlays">): Promise<void> {
	await settings.flush();
	const disabled = settings.get(modelChoiceSettings.disabledProviders);
	const project = await withSources(await readProject(sources.cwd), sources.cwd, { disabledProviders: disabled });
	const { tree } = await admitted(project, sources.agentDir, gateOf(sources));
	settings.useProject(tree, fileAt(projectSettingsPath(sources.cwd), sources.host));
}

/** The user's settings file: an existing `config.yaml`, else `config.yml`. */
export function globalSettingsPath(agentDir: string): string {
	const usual = join(agentDir, "config.yml");
	const other = join(agentDir, "config.yaml");
	return !existsSync(usual) && existsSync(other) ? other : usual;
}

export function projectSettingsPath(cwd: string): string {
	return join(cwd, ".omp", "config.yml");
}

async function readGlobal(path: string, agentDir: string, host: Host): Promise<FileLayer[]> {
	const layer = await readLayer(path);
	if (layer) return [layer];
	if (!existsSync(join(agentDir, "settings.json")) && !existsSync(join(agentDir, "agent.db"))) return [];
	const { importLegacySettings } = await import("../migrations/import-legacy.ts");
	const imported = await importLegacySettings({ agentDir, path, now: host.now });
	return imported ? [imported] : [];
}

function gateOf({ gate, agentDir, cwd, host }: Omit<SettingsSources, "overlays">): TrustGate {
	return gate ?? new TrustGate({ agentDir, cwd, now: host.now });
}

interface ProjectFiles {
	readonly layers: readonly FileLayer[];
	readonly problems: readonly string[];
	/** About files of other programs. */
	readonly sourceProblems?: readonly string[];
}

/** A file that cannot be read or understood is left out and reported: a clone must not keep omp from starting. */
async function readProject(cwd: string): Promise<ProjectFiles> {
	const paths = [join(cwd, ".omp", "settings.json"), projectSettingsPath(cwd)];
	const read = await Promise.all(
		paths.map((path) =>
			readLayer(path).catch((error: unknown) => {
				if (error instanceof SettingsFileError) return error;
				throw error;
			}),
		),
	);
	return {
		layers: read.flatMap((layer) => (layer === undefined || layer instanceof SettingsFileError ? [] : [layer])),
		problems: read.flatMap((layer) => (layer instanceof SettingsFileError ? [layer.message] : [])),
	};
}

/** Adds what other programs' files say, above `settings.json` and below `config.yml`. One that is broken is named and left out. */
async function withSources(projectFiles: ProjectFiles, cwd: string, user: SettingsTree): Promise<ProjectFiles> {
	const disabled = Array.isArray(user.disabledProviders) ? user.disabledProviders : [];
	const existing = sourceSettingsFiles
		.filter(({ provider }) => !disabled.includes(provider))
		.map(({ path }) => join(cwd, path))
		.filter((path) => existsSync(path));
	if (existing.length === 0) return projectFiles;
	const { readSourceLayer } = await import("./source-settings.ts");
	const problems: string[] = [];
	const read = await Promise.all(
		existing.map((path) =>
			readSourceLayer(path).catch((error: unknown) => {
				problems.push(errorMessage(error));
				return undefined;
			}),
		),
	);
	const last = projectFiles.layers.findLast(({ path }) => path === projectSettingsPath(cwd));
	return {
		...projectFiles,
		layers: [
			...projectFiles.layers.filter((layer) => layer !== last),
			...read.flatMap((layer) => layer ?? []),
			...(last ? [last] : []),
		],
		sourceProblems: problems,
	};
}

/** The parts of the project's files that count. If one was not understood, it may have forbidden anything: ask about everything. */
async function admitted(
	{ layers, problems, sourceProblems = [] }: ProjectFiles,
	agentDir: string,
	gate: TrustGate,
): Promise<{ readonly tree: SettingsTree; readonly problems: readonly string[] }> {
	const strict: SettingsTree = problems.length > 0 ? { tools: { approvalMode: "always-ask" } } : {};
	if (layers.every(({ tree }) => Object.keys(tree).length === 0))
		return { tree: strict, problems: [...problems, ...sourceProblems] };
	const [migrated, { splitProjectSettings }] = await Promise.all([
		refined(layers, agentDir),
		import("./project-settings.ts"),
	]);
	const trees = migrated.layers.map((layer) => {
		const { free, claim } = splitProjectSettings(layer, gate.project);
		return claim && gate.admits(claim) ? layer.tree : free;
	});
	return {
		tree: [...trees, strict].reduce<SettingsTree>((below, tree) => mergeTrees(below, tree), {}),
		problems: [...problems, ...sourceProblems, ...migrated.problems],
	};
}

async function readNamed(path: string): Promise<FileLayer> {
	const layer = await readLayer(path);
	if (!layer) throw new SettingsFileError(`Settings file not found: ${path}`);
	return layer;
}

/** Loads the definitions of all settings only if a variable needs them. */
async function readVariables(env: Host["env"]) {
	const prefixes = [...Object.keys(overridingPrefixes), ...Object.keys(fallbackPrefixes)];
	const concerns = (name: string) => name in overridingVariables || prefixes.some((prefix) => name.startsWith(prefix));
	if (!Object.keys(env).some(concerns)) return undefined;
	const { readEnvironment } = await import("./environment.ts");
	return readEnvironment(env);
}

/** Without files nothing needs migration or validation, so that code is not loaded. */
async function refined(layers: readonly FileLayer[], agentDir: string) {
	if (layers.every(({ tree }) => Object.keys(tree).length === 0)) return { layers, problems: [] };
	const { refineLayers } = await import("./refine-layers.ts");
	return refineLayers(layers, agentDir);
}

function merged(layers: readonly FileLayer[]): SettingsTree {
	return layers.reduce<SettingsTree>((below, { tree }) => mergeTrees(below, tree), {});
}

function fileAt(path: string, host: Host): SettingsFile {
	return new SettingsFile({ path, now: host.now });
}
