import { parseConfig } from "@oh-my-pi/pi-utils/config/parse-config";
import { readRegularFile } from "@oh-my-pi/pi-utils/files/read-regular-file";
import { allSettings } from "../catalog/all-settings.ts";
import type { FileLayer } from "../file/read-layer.ts";
import { expandFlatKeys, isTree, lookup, type SettingsTree, withValue } from "../file/settings-tree.ts";

/** Reads the settings file of another program: the settings that omp has, too, with values that it understands. */
export async function readSourceLayer(path: string): Promise<FileLayer> {
	const text = readRegularFile(path) ?? "";
	const parsed = text.trim() === "" ? { value: {} } : await parseConfig(text, path);
	if ("problem" in parsed) throw new Error(parsed.problem);
	return { path, text, tree: isTree(parsed.value) ? knownPart(expandFlatKeys(parsed.value)) : {} };
}

/** The names of other settings, and what they mean, are the other program's. */
function knownPart(tree: SettingsTree): SettingsTree {
	let known: SettingsTree = {};
	for (const setting of allSettings) {
		const path = setting.key.split(".");
		const value = lookup(tree, path);
		if (value !== undefined && setting.problemWith(value) === undefined) known = withValue(known, path, value);
	}
	return known;
}
