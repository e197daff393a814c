import type { Setting } from "@oh-my-pi/pi-utils/settings/setting";
import { allSettings } from "../catalog/all-settings.ts";
import type { FileLayer } from "../file/read-layer.ts";
import { lookup, mergeTrees, type SettingsTree } from "../file/settings-tree.ts";
import { migrateFields } from "../migrations/migrate-fields.ts";

/** Migrates and validates layers, from low to high. */
export async function refineLayers(
	layers: readonly FileLayer[],
	agentDir: string,
): Promise<{ layers: readonly FileLayer[]; problems: readonly string[] }> {
	const migrated = await Promise.all(layers.map((layer) => migrateLayer(layer, agentDir)));
	return { layers: migrated, problems: await findValueProblems(migrated) };
}

async function migrateLayer(layer: FileLayer, agentDir: string): Promise<FileLayer> {
	const tree = migrateFields(layer.tree);
	if (typeof tree.theme !== "string" && tree.lastChangelogVersion === undefined) return { ...layer, tree };
	const { migrateWithFiles } = await import("../migrations/migrate-with-files.ts");
	return { ...layer, tree: await migrateWithFiles(tree, agentDir) };
}

/** One message per invalid value, with file and line. */
async function findValueProblems(layers: readonly FileLayer[]): Promise<string[]> {
	const merged = layers.reduce<SettingsTree>((below, { tree }) => mergeTrees(below, tree), {});
	const problems: string[] = [];
	for (const setting of allSettings) {
		const value = lookup(merged, setting.key.split("."));
		const problem = value === undefined ? undefined : setting.problemWith(value);
		const instead = setting.whenInvalid === undefined ? "the default is used" : `${setting.whenInvalid} is used`;
		if (problem) problems.push(`${await findPlace(setting, layers)}${setting.key}: ${problem}; ${instead}`);
	}
	return problems;
}

/** The highest file with an invalid value. */
async function findPlace(setting: Setting<unknown>, layers: readonly FileLayer[]): Promise<string> {
	const path = setting.key.split(".");
	const layer = layers.findLast(({ tree }) => {
		const value = lookup(tree, path);
		return value !== undefined && setting.problemWith(value);
	});
	if (!layer) return "";
	const { findYamlLine } = await import("@oh-my-pi/pi-utils/config/find-yaml-line");
	const line = findYamlLine(layer.text, [path, [setting.key]]);
	return line === undefined ? `${layer.path}: ` : `${layer.path}:${line}: `;
}
