import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { fallbackPrefixes, overridingPrefixes, overridingVariables } from "./environment.data.ts";
import { type FileLayer, readLayer } from "./read-layer.ts";
import { Settings } from "./settings.ts";
import { SettingsFile } from "./settings-file.ts";
import { SettingsFileError } from "./settings-file-error.ts";
import { mergeTrees, type SettingsTree } from "./settings-tree.ts";

export interface SettingsSources {
	readonly host: Host;
	readonly agentDir: string;
	readonly cwd: string;
	/** Files from the command line; the last one takes precedence. */
	readonly overlays: readonly string[];
}

/** Loads the layers from low to high: user, project, `--config` files, environment. */
export async function loadSettings(sources: SettingsSources): Promise<Settings> {
	const { host, agentDir, cwd } = sources;
	const globalPath = globalSettingsPath(agentDir);
	const named = [...(host.env.PI_CONFIG_FILES?.split(/[:;]/).filter(Boolean) ?? []), ...sources.overlays];
	const [global, project, overlays, variables] = await Promise.all([
		readGlobal(globalPath, agentDir, host),
		readProject(cwd),
		Promise.all(named.map((path) => readNamed(resolve(cwd, path.replace(/^~(?=\/|$)/, host.home))))),
		readVariables(host.env),
	]);
	const files = await refined([...global, ...project, ...overlays], agentDir);
	const tree = (from: number, count: number) => merged(files.layers.slice(from, from + count));
	return new Settings(
		{
			fallback: variables?.fallback ?? {},
			global: tree(0, global.length),
			project: tree(global.length, project.length),
			overlay: tree(global.length + project.length, overlays.length),
			environment: variables?.environment ?? {},
		},
		{
			files: { global: fileAt(globalPath, host), project: fileAt(projectSettingsPath(cwd), host) },
			problems: [...files.problems, ...(variables?.problems ?? [])],
		},
	);
}

/** Replaces the project layer after a change of directory. */
export async function reloadProject(settings: Settings, sources: Omit<SettingsSources, "overlays">): Promise<void> {
	await settings.flush();
	const { layers } = await refined(await readProject(sources.cwd), sources.agentDir);
	settings.useProject(merged(layers), fileAt(projectSettingsPath(sources.cwd), sources.host));
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
	const { importLegacySettings } = await import("./migrations/import-legacy.ts");
	const imported = await importLegacySettings({ agentDir, path, now: host.now });
	return imported ? [imported] : [];
}

async function readProject(cwd: string): Promise<FileLayer[]> {
	const layers = await Promise.all([
		readLayer(join(cwd, ".omp", "settings.json")),
		readLayer(projectSettingsPath(cwd)),
	]);
	return layers.filter((layer) => layer !== undefined);
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
