import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { parseYaml } from "@oh-my-pi/pi-utils/parse-yaml";
import { allSettings } from "./all-settings.ts";
import { isTree, Settings, type SettingsTree } from "./settings.ts";

/** A settings file that cannot be used; the message names it and the line. */
export class SettingsFileError extends Error {
	override readonly name = "SettingsFileError";
}

/** Reads the layers from low to high: the user's own, the project's, then files named for this run. */
export async function loadSettings(options: {
	host: Host;
	agentDir: string;
	cwd: string;
	overlays: readonly string[];
}): Promise<Settings> {
	const { host, agentDir, cwd } = options;
	const named = [...(host.env.PI_CONFIG_FILES?.split(/[:;]/).filter(Boolean) ?? []), ...options.overlays];
	const layers = await Promise.all([
		firstOf([join(agentDir, "config.yml"), join(agentDir, "config.yaml")]),
		loadFile(join(cwd, ".omp", "settings.json")),
		loadFile(join(cwd, ".omp", "config.yml")),
		...named.map((path) => loadNamed(resolve(cwd, path.replace(/^~(?=\/)/, host.home)))),
	]);
	return new Settings(
		layers.filter((layer) => layer !== undefined),
		allSettings,
	);
}

async function firstOf(paths: readonly string[]): Promise<SettingsTree | undefined> {
	for (const path of paths) {
		const layer = await loadFile(path);
		if (layer) return layer;
	}
	return undefined;
}

async function loadNamed(path: string): Promise<SettingsTree> {
	const layer = await loadFile(path);
	if (!layer) throw new SettingsFileError(`Settings file not found: ${path}`);
	return layer;
}

async function loadFile(path: string): Promise<SettingsTree | undefined> {
	let text: string;
	try {
		text = await readFile(path, "utf8");
	} catch (error) {
		const { code, message } = error as NodeJS.ErrnoException;
		if (code === "ENOENT" || code === "ENOTDIR") return undefined;
		throw new SettingsFileError(`Cannot read settings file ${path}: ${message}`);
	}
	const parsed = await parseYaml(text, path);
	if ("problem" in parsed) throw new SettingsFileError(`Settings file is not valid YAML: ${parsed.problem}`);
	const value = parsed.value ?? {};
	if (!isTree(value)) throw new SettingsFileError(`${path}: must be a mapping of settings`);
	return value;
}
